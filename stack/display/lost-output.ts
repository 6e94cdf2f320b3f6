/**
 * Lets a command continue if its output is lost (`| head`, a closed terminal, a full disk). The exit code shows the failure, unless the
 * reader has closed the output.
 */
export function surviveLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'EPIPE') process.exitCode ||= 1;
    });
  }
}
