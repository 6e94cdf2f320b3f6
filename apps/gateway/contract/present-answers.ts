import { answerContracts } from './answer-contracts.js';
import { presentInterface } from './present-interface.js';

/** The contracts of the interface as this checkout answers it, with the settings' defaults. */
export function presentAnswers(): ReturnType<typeof answerContracts> {
  return answerContracts(presentInterface());
}
