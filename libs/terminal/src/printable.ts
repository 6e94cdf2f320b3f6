/** Text from elsewhere as a terminal may show it: control characters, which could move the cursor or hide text, become �. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
