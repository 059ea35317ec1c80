import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

/** What the machine's own files say about names. */
export interface SystemFiles {
  /** Addresses that /etc/hosts gives a name; none if the name is not there. */
  hosts(name: string): readonly string[];
  /** `search` and `ndots` of /etc/resolv.conf. */
  search(): SearchList;
}

export interface SearchList {
  readonly domains: readonly string[];
  /** A name with fewer dots is looked up in the search domains first. */
  readonly ndots: number;
}

export interface SystemFilesOptions {
  readonly hostsFile?: string;
  readonly resolvFile?: string;
}

const ON_WINDOWS = String.raw`C:\Windows\System32\drivers\etc\hosts`;
const HOSTS_FILE = process.platform === 'win32' ? ON_WINDOWS : '/etc/hosts';
const RESOLV_FILE = '/etc/resolv.conf';
/** Docker and Kubernetes write these files when a container starts; people edit them by hand. */
const CHECK_AGAIN_MS = 5_000;
/** A larger file would be slow to parse and to keep. It is ignored. */
const MAX_BYTES = 1024 * 1024;
/** The limits that glibc has for these two. */
const MAX_DOMAINS = 6;
const MAX_NDOTS = 15;

/**
 * Reads /etc/hosts and /etc/resolv.conf, which c-ares' queries ignore in part. Synchronous calls read them outside of
 * the thread pool, where a read would wait behind other work. These files are small and local.
 */
export const createSystemFiles = (options: SystemFilesOptions = {}): SystemFiles => {
  const hosts = createReader(options.hostsFile ?? HOSTS_FILE, parseHosts);
  const search = createReader(options.resolvFile ?? RESOLV_FILE, parseSearch);
  return { hosts: (name) => hosts().get(name) ?? [], search };
};

/** Keeps the parsed content until the file changes. A file that is missing or too large counts as empty. */
const createReader = <Value>(path: string, parse: (text: string) => Value): (() => Value) => {
  let value = parse('');
  let version = '';
  let checkedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - checkedAt < CHECK_AGAIN_MS) return value;
    checkedAt = performance.now();
    try {
      const { size, mtimeMs, ino } = statSync(path);
      const found = `${size} ${mtimeMs} ${ino}`;
      if (found !== version) value = parse(size > MAX_BYTES ? '' : readFileSync(path, 'utf8'));
      version = found;
    } catch {
      value = parse('');
      version = '';
    }
    return value;
  };
};

/** The words of each line, without comments. */
const wordsOf = (text: string): string[][] =>
  text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/),
  );

const parseHosts = (text: string): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const [address = '', ...names] of wordsOf(text)) {
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      found.set(key, [...(found.get(key) ?? []), address]);
    }
  }
  return found;
};

const parseSearch = (text: string): SearchList => {
  let domains: readonly string[] = [];
  let ndots = 1;
  for (const [keyword, ...values] of wordsOf(text)) {
    // The last of these lines counts.
    if (keyword === 'search' || keyword === 'domain') {
      domains = values.slice(0, MAX_DOMAINS).map((domain) => domain.replace(/\.$/, ''));
    }
    if (keyword !== 'options') continue;
    for (const value of values) {
      const given = /^ndots:(\d{1,3})$/.exec(value)?.[1];
      if (given !== undefined) ndots = Math.min(Number(given), MAX_NDOTS);
    }
  }
  return { domains: domains.filter((domain) => domain !== ''), ndots };
};
