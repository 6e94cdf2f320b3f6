/** Shows a measured figure in the test's output. */
export function figure(line: string): void {
  process.stdout.write(`${line}\n`);
}
