import { type Draft, type DraftMedia, type MediaFields, withOwn } from '../../draft/draft.ts'
import { followFiles, haveSameFiles } from '../../draft/follow-files.ts'
import { mediaFields } from '../../draft/request.ts'

/** The values of a file that can be changed for all accounts, or for one. */
export type Shown = Pick<DraftMedia, 'altText' | 'view'>

const placeOf = ({ media }: Draft, key: string): number =>
  media.filter(({ storagePath }) => storagePath !== null).findIndex((file) => file.key === key)

/** Returns the files of an account: its own, or those of the post. Null if its own are other files. */
function filesFor({ own, media }: Draft, accountId: string): readonly MediaFields[] | null {
  const shared = mediaFields(media)
  const its = own[accountId]?.media ?? shared
  return haveSameFiles(its, shared) ? its : null
}

/** Returns a file as an account shows it. Null if the account shows other files. */
export function readOwnFile(draft: Draft, accountId: string, key: string): Shown | null {
  const file = filesFor(draft, accountId)?.[placeOf(draft, key)]
  return file ? { altText: file.altText ?? '', view: file.view } : null
}

/** True if an account shows a file in another way than the post. */
export function hasOwnFile(draft: Draft, accountId: string, key: string): boolean {
  const nth = placeOf(draft, key)
  const its = draft.own[accountId]?.media?.[nth]
  return (
    its !== undefined &&
    filesFor(draft, accountId) !== null &&
    JSON.stringify(its) !== JSON.stringify(mediaFields(draft.media)[nth])
  )
}

/** Changes what one account shows of a file. Without its own values, it shows the file like the post. */
export function writeOwnFile(draft: Draft, accountId: string, key: string, shown: Shown | null): Draft {
  const shared = mediaFields(draft.media)
  const nth = placeOf(draft, key)
  const media = filesFor(draft, accountId)?.map((file, at) => {
    if (at !== nth) return file
    const { storagePath, thumbnailStoragePath: thumbnail } = file
    return shown === null
      ? (shared[nth] ?? file)
      : (mediaFields([{ ...blank, storagePath, ...shown, ...(thumbnail && { thumbnail }) }])[0] ?? file)
  })
  if (!media) return draft
  const isShared = JSON.stringify(media) === JSON.stringify(shared)
  return { ...draft, confirmed: [], own: withOwn(draft.own, accountId, { media: isShared ? undefined : media }) }
}

const blank = { key: '', name: '', shownAt: '', isVideo: false }

/** Changes what all accounts, or one, show of a file in a part of a post. Null is the post itself. */
export function writeFile(draft: Draft, part: string | null, key: string, accountId: string, shown: Shown): Draft {
  if (accountId !== '') return writeOwnFile(draft, accountId, key, shown)
  const change = (media: Draft['media']) => media.map((file) => (file.key === key ? { ...file, ...shown } : file))
  if (part !== null) {
    const thread = draft.thread.map((one) => (one.key === part ? { ...one, media: change(one.media) } : one))
    return { ...draft, confirmed: [], thread }
  }
  const media = change(draft.media)
  return { ...draft, confirmed: [], media, own: followFiles(draft.own, draft.media, media) }
}
