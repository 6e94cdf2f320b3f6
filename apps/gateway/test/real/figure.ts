/** A metric of a service, by its name; only for metrics without labels. */
export async function figure(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name}{`));
  if (line === undefined) throw new Error(`${url} shows no ${name}.`);
  return Number(line.slice(line.lastIndexOf(' ')));
}
