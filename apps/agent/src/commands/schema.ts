import { agentSchema } from '../configuration/agent-schema.js';
import type { AddCommand } from './command-context.js';

export const schemaCommand: AddCommand = (program, { output }) => {
  program
    .command('schema')
    .description('the JSON Schema of the configuration, for editors: # yaml-language-server: $schema=agent.schema.json')
    .action(() => output.value(agentSchema()));
};
