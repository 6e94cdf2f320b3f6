import type { SupervisorMessage } from '../supervision/messages.js';

const NAME_WIDTH = 20;
/** Interval of messages for a step that takes long. */
const REMINDER_MS = 5_000;

/** Shows what is being started or stopped, one line per event, so that it looks the same on a terminal, in a pipe and in a log. */
export class StepDisplay {
  private readonly running = new Map<string, { text: string; since: number }>();
  private readonly reminder: NodeJS.Timeout;

  constructor(private readonly write: (line: string) => void) {
    this.reminder = setInterval(() => this.remind(), REMINDER_MS);
    this.reminder.unref();
  }

  show(message: SupervisorMessage): void {
    switch (message.type) {
      case 'step':
        this.running.set(message.name, { text: message.text, since: performance.now() });
        return this.line('·', message.name, `${message.text} …`);
      case 'step-done':
        this.running.delete(message.name);
        return this.line('✓', message.name, `${message.text} (${message.seconds.toFixed(1)} s)`);
      case 'notice':
        return this.write(`  ${message.level === 'warn' ? '!' : '✓'} ${new Date().toLocaleTimeString('en-GB')} ${message.text}`);
    }
  }

  close(): void {
    clearInterval(this.reminder);
  }

  private remind(): void {
    for (const [name, { text, since }] of this.running) {
      const elapsed = performance.now() - since;
      if (elapsed >= REMINDER_MS) this.line('·', name, `${text} … ${Math.round(elapsed / 1000)} s`);
    }
  }

  private line(mark: string, name: string, text: string): void {
    this.write(`  ${mark} ${name.padEnd(NAME_WIDTH)}${text}`);
  }
}
