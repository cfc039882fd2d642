// Says that there is a browser: only then is the explorer built.
function render({ model }) {
  model.send({ browser: true });
}

export default { render };
