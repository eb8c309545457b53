import { writeFile } from 'node:fs/promises';

type Value = string | number | { [key: string]: Value };

/**
 * Writes a small database in the MaxMind DB format 2.0, for tests of locations by address.
 * @param networks a record for each IPv4 network `a.b.c.d/n`; networks must not overlap
 */
export async function writeGeoDatabase(path: string, networks: Record<string, Value>): Promise<void> {
  await writeFile(path, geoDatabase(networks));
}

/** The bytes of such a database. */
export function geoDatabase(networks: Record<string, Value>): Buffer {
  type Node = [Node | number | null, Node | number | null];
  const root: Node = [null, null];
  const nodes: Node[] = [root];
  const records: Buffer[] = [];
  let size = 0;
  for (const [network, value] of Object.entries(networks)) {
    const [address = '', length = '32'] = network.split('/');
    const bits = address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('')
      .slice(0, Number(length));
    let node = root;
    for (const [at, bit] of [...bits].entries()) {
      const side = bit === '1' ? 1 : 0;
      if (at === bits.length - 1) {
        node[side] = size;
        break;
      }
      let next = node[side];
      if (typeof next !== 'object' || next === null) {
        next = [null, null];
        nodes.push(next);
        node[side] = next;
      }
      node = next;
    }
    const record = encode(value);
    records.push(record);
    size += record.length;
  }
  const index = new Map(nodes.map((node, at) => [node, at]));
  const pointer = (side: Node[number]): number =>
    side === null ? nodes.length : typeof side === 'number' ? nodes.length + 16 + side : (index.get(side) ?? 0);
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [at, [left, right]] of nodes.entries()) {
    tree.writeUIntBE(pointer(left), at * 6, 3);
    tree.writeUIntBE(pointer(right), at * 6 + 3, 3);
  }
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_780_000_000,
    database_type: 'Test',
    description: { en: 'test' },
    ip_version: 4,
    node_count: nodes.length,
    record_size: 24,
  });
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([tree, Buffer.alloc(16), ...records, marker, metadata]);
}

/** Whole numbers are unsigned integers, others doubles, as in real databases. */
function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([control(2, bytes.length), bytes]);
  }
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), bytes]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return Buffer.concat([control(3, 8), bytes]);
  }
  const entries = Object.entries(value);
  return Buffer.concat([control(7, entries.length), ...entries.flatMap(([key, item]) => [encode(key), encode(item)])]);
}

const control = (type: number, size: number): Buffer =>
  size < 29 ? Buffer.from([(type << 5) | size]) : Buffer.from([(type << 5) | 29, size - 29]);
