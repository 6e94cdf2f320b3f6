import { expect, it } from 'vitest';
import { javaMajor } from '#stack/setup/prerequisites.js';

it.each([
  ['openjdk version "17.0.15" 2025-04-15\nOpenJDK Runtime Environment', 17],
  ['openjdk version "21" 2023-09-19', 21],
  ['java version "1.8.0_402"', 8],
  ['Picked up _JAVA_OPTIONS: -Xmx1g\nopenjdk version "25.0.1" 2026-01-20', 25],
  ['', 0],
  ['bash: java: command not found', 0],
])('reads the version in %j', (output, major) => expect(javaMajor(output)).toBe(major));
