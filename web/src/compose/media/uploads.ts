import { makeStore, useStore } from '#web/lib/store.ts'
import { uploadFile } from './upload.ts'

/** A file that is being uploaded. */
export interface Upload {
  readonly key: string
  readonly file: File
  readonly part: number
  readonly error: Error | null
}

interface Running extends Upload {
  readonly stop: AbortController
  readonly profileId: string
  readonly onDone: (file: { readonly storagePath: string; readonly url: string }) => void
}

const atOnce = 3
const uploads = new Map<string, Running>()
const shown = makeStore<ReadonlyMap<string, Upload>>(new Map())

const tell = (): void => shown.write(new Map(uploads))

function patch(key: string, changes: Partial<Running>): void {
  const upload = uploads.get(key)
  if (upload) uploads.set(key, { ...upload, ...changes })
  tell()
}

const running = new Set<string>()

/** Uploads only a few files at a time, because more would share the same bandwidth. */
function startNext(): void {
  for (const [key, upload] of uploads) {
    if (running.size >= atOnce) return
    if (running.has(key) || upload.error) continue
    running.add(key)
    void send(upload).finally(() => {
      running.delete(key)
      startNext()
    })
  }
}

async function send({ key, file, profileId, stop, onDone }: Running): Promise<void> {
  try {
    const { signal } = stop
    const done = await uploadFile(file, { profileId, signal, onProgress: (part) => patch(key, { part }) })
    uploads.delete(key)
    onDone(done)
  } catch (error) {
    if (stop.signal.aborted) uploads.delete(key)
    else if (error instanceof Error) patch(key, { error })
  }
  tell()
}

export function startUpload(upload: Pick<Running, 'key' | 'file' | 'profileId' | 'onDone'>): void {
  uploads.set(upload.key, { ...upload, part: 0, error: null, stop: new AbortController() })
  tell()
  startNext()
}

export function cancelUpload(key: string): void {
  uploads.get(key)?.stop.abort()
  uploads.delete(key)
  tell()
}

export function retryUpload(key: string): void {
  patch(key, { error: null, part: 0 })
  startNext()
}

/** Returns the uploads in progress. */
export const useUploads = (): ReadonlyMap<string, Upload> => useStore(shown)
