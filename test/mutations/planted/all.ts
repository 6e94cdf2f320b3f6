import type { Mutation } from '../mutation.js';
import { RULE_FAULTS } from './rules.js';

export const MUTATIONS: readonly Mutation[] = [...RULE_FAULTS];
