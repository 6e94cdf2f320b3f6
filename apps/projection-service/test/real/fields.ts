/** Values of fields in events. */
export const field = {
  number: (value: number) => ({ type: 'Number' as const, value }),
  text: (value: string) => ({ type: 'String' as const, value }),
  category: (namespace: string, categoryName: string) => ({ type: 'Category' as const, value: { namespace, categoryName } }),
};
