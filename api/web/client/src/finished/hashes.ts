// SHA-256 and HMAC-SHA-256 by the browser (WebCrypto), which has them only in a secure context: HTTPS or localhost.

type Bytes = Uint8Array<ArrayBuffer>;

// canHash tells whether this browser computes hashes for this page.
export function canHash(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

export async function sha256(bytes: Bytes): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

export function hmacKey(key: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

export async function hmac(key: CryptoKey, message: string): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, text(message)));
}

export function text(s: string): Bytes {
  return new TextEncoder().encode(s);
}

export function hex(bytes: Bytes): string {
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

// fromHex reads lower-case hex; undefined for anything else.
export function fromHex(s: string): Bytes | undefined {
  if (!/^([0-9a-f]{2})*$/.test(s)) return undefined;
  return Uint8Array.from({ length: s.length / 2 }, (_, i) => parseInt(s.slice(2 * i, 2 * i + 2), 16));
}
