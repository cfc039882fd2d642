// Where the vertices of a reader's graph are drawn: pairs of numbers from 0 to 65535.

const MOST_NEAR = 300, ROUNDS = 300, MOMENT = 800;      // vertices, rounds, milliseconds
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

function placesOf({ n, edges }) {
  const degrees = new Array(n).fill(0);
  for (const vertex of edges) degrees[vertex]++;
  const order = Array.from(degrees.keys()).sort((a, b) => degrees[b] - degrees[a] || a - b), spots = new Array(n);
  order.forEach((vertex, rank) => {      // a spiral like the seeds of a sunflower
    const angle = rank * GOLDEN_ANGLE, radius = Math.sqrt(rank + 0.5);
    spots[vertex] = [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  if (n <= MOST_NEAR) spread(spots, edges);
  const [x, y] = [0, 1].map(axis => {
    const all = spots.map(spot => spot[axis]), low = Math.min(...all), high = Math.max(...all);
    return value => Math.round(65535 * (high > low ? (value - low) / (high - low) : 0.5));
  });
  return Uint16Array.from(spots.flatMap(([a, b]) => [x(a), y(b)]));
}

// Fruchterman and Reingold's forces: all vertices repel each other, and edges pull. The first places
// are drawn to the scale at which neighbours are one apart.
function spread(spots, edges) {
  const n = spots.length, end = performance.now() + MOMENT, size = Math.sqrt(n);
  for (let round = 0; round < ROUNDS && performance.now() < end; round++) {
    const forces = spots.map(([x, y]) => [-0.02 * x, -0.02 * y]);      // parts stay together
    const push = (u, v, strength) => {
      const dx = spots[u][0] - spots[v][0], dy = spots[u][1] - spots[v][1], square = dx * dx + dy * dy + 1e-9;
      const force = strength(square);
      forces[u][0] += dx * force;
      forces[u][1] += dy * force;
      forces[v][0] -= dx * force;
      forces[v][1] -= dy * force;
    };
    for (let u = 0; u < n; u++) for (let v = 0; v < u; v++) push(u, v, square => 1 / square);
    for (let e = 0; e < edges.length; e += 2) push(edges[e], edges[e + 1], square => -Math.sqrt(square));
    const most = 0.15 * size * (1 - round / ROUNDS);
    spots.forEach((spot, i) => {
      const length = Math.hypot(...forces[i]), step = Math.min(1, most / (length || 1));
      spot[0] += step * forces[i][0];
      spot[1] += step * forces[i][1];
    });
  }
}
