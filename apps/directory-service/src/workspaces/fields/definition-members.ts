import type { FieldDefinitionDto } from '#contracts/directory/dto/field-definition.dto.js';
import { Problem } from '#problems/problem.js';

const OF_NUMBERS = ['unit', 'decimals', 'min', 'max'] as const;

/** Checks that the properties of a definition are consistent. @throws Problem 422 with the property */
export function checkMembers(definition: FieldDefinitionDto): void {
  const { type, min, max, categories } = definition;
  const misplaced = type === 'Number' ? undefined : OF_NUMBERS.find((name) => definition[name] !== undefined);
  if (misplaced !== undefined) throw invalid(`/${misplaced}`, `${misplaced} is allowed only for fields of type Number`);
  if (type !== 'Category' && categories !== undefined)
    throw invalid('/categories', 'categories are allowed only for fields of type Category');
  if (min !== undefined && max !== undefined && min > max) throw invalid('/max', 'max must not be less than min');
  const seen = new Set<string>();
  categories?.forEach(({ namespace, categoryName }, at) => {
    const size = seen.size;
    if (seen.add(`${namespace}\0${categoryName}`).size === size) throw invalid(`/categories/${at}`, 'the category appears twice');
  });
}

function invalid(pointer: string, detail: string): Problem {
  return new Problem('invalid', `The definition cannot be accepted: ${detail}.`, { errors: [{ pointer, detail }] });
}
