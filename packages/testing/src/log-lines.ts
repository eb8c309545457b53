/** A destination for logs that keeps the lines at ERROR and above. */
export function logLines(): { write(line: string): void; take(): string[] } {
  let lines: string[] = [];
  return {
    write(line) {
      if (/"level":"(error|fatal)"/.test(line)) lines.push(line.trim());
      if (process.env.TEST_LOG_LEVEL) process.stderr.write(line);
    },
    take() {
      const taken = lines;
      lines = [];
      return taken;
    },
  };
}
