/**
 * A command's output can be lost (`| head`, a closed terminal, a full disk): its work continues.
 * The exit code shows it, unless the reader had closed it.
 */
export function surviveLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'EPIPE') process.exitCode ||= 1;
    });
  }
}
