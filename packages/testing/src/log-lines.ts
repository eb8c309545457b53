/** A log destination that collects the lines at ERROR and above in `take`, and all lines in `all`. */
export function logLines(): { write(line: string): void; take(): string[]; all: string[] } {
  let lines: string[] = [];
  const all: string[] = [];
  return {
    all,
    write(line) {
      all.push(line.trim());
      if (/"level":"(error|fatal)"/.test(line)) lines.push(line.trim());
      if (process.env.TEST_LOG_LEVEL) process.stderr.write(line);
    },
    take() {
      const takenLines = lines;
      lines = [];
      return takenLines;
    },
  };
}
