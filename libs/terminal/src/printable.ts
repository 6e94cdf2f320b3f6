/** Text from other sources, safe for a terminal: control characters, which could move the cursor or hide text, become �. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
