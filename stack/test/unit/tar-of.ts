/** The header of a file or folder in a tar. @param type 0: file, 5: folder */
export function header(path: string, type: string, size: number): Buffer {
  const block = Buffer.alloc(512);
  block.write(path, 0);
  if (size < 0o77777777777) block.write(size.toString(8).padStart(11, '0'), 124);
  else {
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(size), 128);
  }
  block.write('        ', 148);
  block.write(type, 156);
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

const padded = (data: Buffer): Buffer => Buffer.concat([data, Buffer.alloc((512 - (data.length % 512)) % 512)]);

export const file = (path: string, data: Buffer): Buffer => Buffer.concat([header(path, '0', data.length), padded(data)]);

export const END = Buffer.alloc(1024);

/** A tar with one file. */
export const tarOf = (path: string, content: string): Buffer => Buffer.concat([file(path, Buffer.from(content)), END]);
