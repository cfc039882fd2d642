// Exact expectations on functions of the number of ones, as memlab.theory.unitation computes them:
// levels of fitness are solved from the best down, without subtractions.

// The chances that mutation with probability 1/n a bit turns i ones into j.
function mutations(n) {
  const chances = success => {      // of so many successes in so many trials
    const rows = [[1]];
    for (let trials = 0; trials < n; trials++) {
      const row = rows[trials];
      rows.push(Array.from({ length: trials + 2 },
        (_, hits) => (row[hits] ?? 0) * (1 - success) + (row[hits - 1] ?? 0) * success));
    }
    return rows;
  };
  const flips = chances(1 / n), rows = [];
  for (let ones = 0; ones <= n; ones++) {
    const row = new Array(n + 1).fill(0);
    flips[n - ones].forEach((up, gained) => flips[ones].forEach((down, lost) => {
      row[ones + gained - lost] += up * down;
    }));
    rows.push(row);
  }
  return { rows, initial: chances(0.5)[n] };
}

// Where the local search ends that begins with so many ones: [ones, chance] each.
function learned(values, ones) {
  const n = values.length - 1, climb = way => {
    let end = ones;
    while (values[end + way] > values[end]) end += way;
    return end;
  };
  const above = values[ones + 1] ?? -Infinity, below = values[ones - 1] ?? -Infinity;
  if (Math.max(above, below) <= values[ones]) return [[ones, 1]];
  if (above === below) return [[climb(1), 1 - ones / n], [climb(-1), ones / n]];
  return [[climb(above > below ? 1 : -1), 1]];
}

// The expected number of children until the first of optimal fitness.
function expectedChildren(values, { learns, inherits }) {
  const n = values.length - 1, { rows, initial } = mutations(n), best = Math.max(...values);
  const levels = new Map(), state = (fitness, ones) => {      // of a genome, and what it is judged by
    if (!levels.has(fitness)) levels.set(fitness, []);
    const level = levels.get(fitness), same = level.find(other => other.ones === ones);
    if (!same) level.push({ ones, fitness });
    return same ?? level.at(-1);
  };
  const begin = values.map(state);
  const outcomes = values.map((fitness, ones) => !learns ? [[begin[ones], 1]]
    : learned(values, ones).map(([end, chance]) => [state(values[end], inherits ? end : ones), chance]));
  for (const level of [...levels.keys()].sort((a, b) => b - a)) {
    const here = levels.get(level), size = here.length;
    if (level === best) {
      here.forEach(one => { one.time = 0; });
      continue;
    }
    here.forEach((one, place) => { one.place = place; });
    const moves = [], exits = [], times = [];
    for (const { ones } of here) {
      const move = new Array(size).fill(0);
      let exit = 0, time = 1;
      rows[ones].forEach((born, to) => outcomes[to].forEach(([child, chance]) => {
        if (child.fitness === level) move[child.place] += born * chance;
        else if (child.fitness > level) {
          exit += born * chance;
          time += born * chance * child.time;
        }
      }));
      moves.push(move);
      exits.push(exit);
      times.push(time);
    }
    const leave = [], later = (k, add) => {
      let sum = 0;
      for (let j = k + 1; j < size; j++) sum += add(j);
      return sum;
    };
    for (let k = 0; k < size; k++) {
      leave[k] = exits[k] + later(k, j => moves[k][j]);
      for (let i = k + 1; i < size; i++) {
        const share = moves[i][k] / leave[k];
        for (let j = k + 1; j < size; j++) moves[i][j] += share * moves[k][j];
        exits[i] += share * exits[k];
        times[i] += share * times[k];
      }
    }
    for (let k = size - 1; k >= 0; k--) here[k].time = times[k] = (times[k] + later(k, j => moves[k][j] * times[j])) / leave[k];
  }
  return begin.reduce((sum, { time }, ones) => sum + initial[ones] * time, 0);
}
