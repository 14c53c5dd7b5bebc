import type { Received } from '../http/request.ts'

/** The number of bytes to keep of a file. The rest is only counted and hashed. */
export const keptBytes = 8 * 1024 * 1024
/** The number of bytes to keep of all files together. The oldest files are dropped first. */
const maxBytes = 64 * 1024 * 1024

export interface Media {
  /** Keeps the bytes to show them at `/media/<network>/<id>`, and returns that URL. */
  keep(network: string, id: string, file: Received, mime: string): string
  /** Keeps bytes of an earlier run under their previous URL. */
  put(network: string, id: string, bytes: Buffer, mime: string): void
  find(network: string, id: string): { readonly bytes: Buffer; readonly mime: string } | null
  readonly bytes: number
}

/** Keeps files in memory for the feed pages. Files may be dropped, so networks keep the data that they need. */
export function createMedia(url: () => string): Media {
  const stored = new Map<string, { bytes: Buffer; mime: string }>()
  let bytes = 0
  const drop = (key: string) => {
    bytes -= stored.get(key)?.bytes.length ?? 0
    stored.delete(key)
  }
  const put = (key: string, file: { bytes: Buffer; mime: string }) => {
    stored.set(key, file)
    bytes += file.bytes.length
    for (const oldest of stored.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }
  return {
    get bytes() {
      return bytes
    },
    put: (network, id, file, mime) => put(`${network}/${id}`, { bytes: file, mime }),
    keep(network, id, file, mime) {
      const key = `${network}/${id}`
      drop(key)
      if (file.isComplete) put(key, { bytes: file.bytes, mime })
      return `${url()}/media/${network}/${encodeURIComponent(id)}`
    },
    find: (network, id) => stored.get(`${network}/${id}`) ?? null,
  }
}
