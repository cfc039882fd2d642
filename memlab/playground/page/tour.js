// The tour: each step sets the scene and says what to look at.

const TOUR = [
  { title: "The puzzle", view: "race", set: { graph: "house", modes: ["darwinian"], mu: 4, lambda: 2, budget: 60 },
    text: `A map of dots and lines. <b>Choose as many dots as you can, but never two that are joined.</b>
      On this little house three is the most. Chosen dots are orange; a red line joins two that must not both be chosen.` },
  { title: "Evolution has a try", view: "race", set: { modes: ["darwinian"] }, play: true,
    text: `A bigger map, and 250 random guesses. The better ones have children, each a mixture of two parents with
      a few changes. <b>Watch the score:</b> plain (“Darwinian”) evolution gets better, but slowly.` },
  { title: "Now they may learn", view: "inside", set: { modes: ["baldwinian"], budget: 2000 },
    text: `Before it is judged, every child may learn: it drops vertices until no two are joined. Below, <b>one individual
      before and after</b>; what learning has changed is ringed in red. Press “Step” for a generation of learners.` },
  { title: "What should children inherit?", view: "race", play: true,
    text: `What was learned (<b>Lamarck</b>), or only the genes one was born with, so that every child has to learn
      afresh (<b>Baldwin</b>)? Does that not waste everything? <b>Watch the green line.</b>` },
  { title: "Inside Baldwin’s population", view: "inside", set: { mode: "baldwinian" }, play: true,
    text: `Left, what is inherited: hundreds of different genomes, all noisy. Right, what is learned from them:
      <b>only a few solutions</b>. The noise is a reserve. Learning hides it, so evolution need not throw it away.` },
  { title: "Inside Lamarck’s", view: "inside", set: { mode: "lamarckian" }, play: true,
    text: `Everybody inherits a finished solution. Soon <b>all rows look alike</b>, nothing is left to mix,
      and the search is stuck below Baldwin’s score.` },
  { title: "A trap", view: "walk", set: { k: "3" }, play: true,
    text: `Three walkers must switch on all blocks, but <b>every single step towards the goal is punished</b>. Learning
      supplies the last switch of a block, and flattens the trap. Baldwin strolls through. Orange marks his debts.` },
  { title: "The experiment of 1987", view: "needle", play: true,
    text: `Hinton and Nowlan’s classic. Without learning (right) nothing ever happens. With learning, the right
      genes (blue) spread, <b>although no one inherits what was learned</b>. That is the Baldwin effect.` },
  { title: "Your turn", view: "race", set: { seed: "2" },
    text: `Try: another seed; crossover 0; a population of 10; the maximum cut; a tenth of the LB probability. Everything is
      in the address of this page: <b>copy it</b>, and others see the very same race.` },
];

function tourPanel(step) {
  const panel = document.getElementById("tour"), scene = TOUR[step - 1];
  panel.hidden = !scene;
  if (!scene) return;
  const button = (text, to, kind = "button") => element(kind, { type: "button", onclick: () => visit(to) }, text);
  panel.replaceChildren(
    element("div", {}, element("span.count", {}, `${step} / ${TOUR.length}`), element("h2", {}, scene.title),
      element("p", { innerHTML: scene.text })),
    element("div.buttons", {}, ...step > 1 ? [button("Back", step - 1)] : [],
      step < TOUR.length ? button("Next", step + 1, "button.primary") : button("Done", 0, "button.primary"),
      ...step < TOUR.length ? [button("End tour", 0)] : []));
}

function visit(step) {
  const scene = TOUR[step - 1];
  if (!scene) return change("tour", 0);
  pause();
  app.values = { ...defaults(), view: scene.view, ...scene.set, tour: step };
  show().then(() => scene.play && !calm() && play());
  document.getElementById("tour").scrollIntoView({ block: "nearest" });
}
