import type { UserId } from '#kernel/ids.ts'
import { canonical } from '#kernel/json.ts'
import type { PostRow } from '../store/posts.ts'
import type { NewTargetRow } from '../store/targets.ts'
import { contentFields } from './draft.ts'

type Editors = Pick<PostRow, 'authorUid' | 'editedBy'>

/** Returns the editors of a post, with one more. */
export const withEditor = ({ editedBy }: Pick<PostRow, 'editedBy'>, uid: UserId): UserId[] => [
  ...new Set([...(editedBy as UserId[]), uid]),
]

/** Returns everyone who wrote what a copy by this author publishes, except that author. */
export const editorsOfCopy = (source: Editors, authorUid: PostRow['authorUid']): UserId[] =>
  source.authorUid === null || source.authorUid === authorUid
    ? [...(source.editedBy as UserId[])]
    : withEditor(source, source.authorUid)

/** True if this user wrote or changed what the post publishes. */
export const hasWritten = ({ authorUid, editedBy }: Editors, uid: UserId): boolean =>
  authorUid === uid || editedBy.includes(uid)

type Target = Pick<NewTargetRow, 'network' | 'accountId' | 'overrides'>

/** True if the two versions of a post publish different content, or on different accounts. */
export const differs = (
  before: { readonly post: PostRow; readonly targets: readonly Target[] },
  after: { readonly post: PostRow; readonly targets: readonly Target[] },
): boolean => canonical(published(before)) !== canonical(published(after))

const published = ({ post, targets }: Parameters<typeof differs>[0]) => ({
  content: contentFields.map((field) => post[field] ?? null),
  targets: targets.map(({ network, accountId, overrides: { delaySeconds: _, ...overrides } }) => ({
    network,
    accountId,
    overrides,
  })),
})
