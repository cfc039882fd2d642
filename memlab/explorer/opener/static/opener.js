// An extension of JupyterLab for `python3 -m memlab explore`: it runs the notebook that is opened.

async function run({ commands, restored, shell }) {
  await restored;
  while (!shell.currentWidget?.context) await new Promise(resolve => setTimeout(resolve, 50));
  const { ready, sessionContext } = shell.currentWidget.context;
  await ready;
  await sessionContext.ready;
  await commands.execute("notebook:run-all-cells");
}

// JupyterLab waits for what `activate` returns before it restores anything.
const plugin = { id: "opener:run", autoStart: true, activate: app => { run(app); } };

(window._JUPYTERLAB ??= {}).opener = {
  init() {},
  get: async () => () => ({ __esModule: true, default: plugin }),
};
