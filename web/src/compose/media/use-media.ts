import { useEffect, useEffectEvent, useState } from 'react'
import { isPlayed } from '#web/lib/file-types.ts'
import { type Draft, type DraftMedia, newKey } from '../draft/draft.ts'
import { followFiles } from '../draft/follow-files.ts'
import { takeGivenFiles } from './given-files.ts'
import { cancelUpload, startUpload, useUploads } from './uploads.ts'

export type Update = (revise: (before: Draft) => Draft) => void

/** The files of the draft, or of one part of its thread. */
export interface MediaList {
  readonly media: readonly DraftMedia[]
  /** The post that the files are part of. */
  readonly post: Draft
  /** The part of its thread. Null for the post itself. */
  readonly part: string | null
  readonly update: Update
  readonly addFiles: (files: Iterable<File>, altText?: string) => void
  readonly add: (file: Omit<DraftMedia, 'key' | 'altText'> & { readonly altText?: string }) => void
  readonly change: (key: string, changes: Partial<DraftMedia>) => void
  readonly remove: (key: string) => void
  readonly move: (key: string, by: 1 | -1) => void
}

const reviseFiles = (before: Draft, media: Draft['media']) => ({
  media,
  own: followFiles(before.own, before.media, media),
})

/** Reads and changes the files of a part. Null is the post itself. */
export function mediaOf(draft: Draft, update: Update, profileId: string, part: string | null): MediaList {
  const media = part === null ? draft.media : (draft.thread.find(({ key }) => key === part)?.media ?? [])
  const revise = (change: (before: readonly DraftMedia[]) => readonly DraftMedia[]) =>
    update((before) => ({
      ...before,
      confirmed: [],
      ...(part === null
        ? reviseFiles(before, change(before.media))
        : { thread: before.thread.map((one) => (one.key === part ? { ...one, media: change(one.media) } : one)) }),
    }))
  const change: MediaList['change'] = (key, changes) =>
    revise((before) => before.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const add: MediaList['add'] = (file) => revise((before) => [...before, { altText: '', ...file, key: newKey() }])
  return {
    media,
    post: draft,
    part,
    update,
    change,
    add,
    addFiles: (files, altText = '') => {
      for (const file of files) {
        const key = newKey()
        const shownAt = URL.createObjectURL(file)
        const isVideo = isPlayed(file.type)
        revise((before) => [...before, { key, name: file.name, storagePath: null, shownAt, isVideo, altText }])
        startUpload({ key, file, profileId, onDone: ({ storagePath }) => change(key, { storagePath }) })
      }
    },
    remove: (key) => {
      cancelUpload(key)
      revise((before) => before.filter((one) => one.key !== key))
    },
    move: (key, by) =>
      revise((before) => {
        const at = before.findIndex((one) => one.key === key)
        const other = before[at + by]
        const one = before[at]
        if (!one || !other) return before
        return before.map((file, nth) => (nth === at ? other : nth === at + by ? one : file))
      }),
  }
}

const isFile = (type: string): boolean => type.startsWith('image/') || isPlayed(type)

/** Handles files that are dropped on the page or pasted. Returns true while files are dragged over it. */
export function useDroppedFiles(addFiles: MediaList['addFiles']): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(addFiles)
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const listen = <Name extends keyof DocumentEventMap>(name: Name, act: (event: DocumentEventMap[Name]) => void) =>
      document.addEventListener(name, act, { signal })
    listen('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    })
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false)
    })
    listen('drop', (event) => {
      setOver(false)
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      const files = [...event.dataTransfer.files].filter(({ type }) => isFile(type))
      if (files.length > 0) take(files)
    })
    listen('paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => isFile(type))
      if (files.length === 0) return
      event.preventDefault()
      take(files)
    })
    return () => ended.abort()
  }, [])
  return isOver
}

/** Adds files that were passed on before the composer opened. */
export function useGivenFiles(addFiles: MediaList['addFiles']): void {
  const take = useEffectEvent(addFiles)
  useEffect(() => take(takeGivenFiles()), [])
}

/** Asks for confirmation before the page is left while files are being uploaded. */
export function useLeaveGuard(): void {
  const isBusy = [...useUploads().values()].some(({ error }) => error === null)
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isBusy])
}
