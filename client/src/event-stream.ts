import { TillstreamError } from './errors.ts';

/** A block of Server-Sent Events. Empty `data`: a sign of life, which may carry an id. */
export interface StreamBlock {
  readonly id: string | undefined;
  readonly data: string;
}

/**
 * The blocks of a text/event-stream answer. Ends with it. Throws TillstreamError when it breaks off, or says nothing for
 * `silenceMs`.
 */
export async function* blocksOf(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<StreamBlock, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await readWithin(reader, silenceMs);
      if (done) return;
      // The LF of a CR LF may be still to come.
      rest = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n');
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield parse(block);
    }
  } finally {
    // Who stops listening lets go of the connection.
    reader.cancel().catch(() => {});
  }
}

const readWithin = async (reader: ReadableStreamDefaultReader<Uint8Array>, ms: number) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    const told = { status: 0, code: 'timeout', message: 'The stream fell silent' };
    timer = setTimeout(() => reject(new TillstreamError(told)), ms);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } catch (cause) {
    if (cause instanceof TillstreamError) throw cause;
    throw new TillstreamError({ status: 0, code: 'no_answer', message: 'The stream broke off', cause });
  } finally {
    clearTimeout(timer);
  }
};

const parse = (block: string): StreamBlock => {
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name === 'id') id = value;
    if (name === 'data') data.push(value);
  }
  return { id, data: data.join('\n') };
};
