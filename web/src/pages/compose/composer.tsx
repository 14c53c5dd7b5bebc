import { useEffect } from 'react'
import { AccountPicker } from '#web/compose/account-picker.tsx'
import type { Account, Draft } from '#web/compose/draft.ts'
import { Issues } from '#web/compose/issues.tsx'
import { MediaField } from '#web/compose/media-field.tsx'
import { Preview } from '#web/compose/preview.tsx'
import { TextField } from '#web/compose/text-field.tsx'
import { useCheck } from '#web/compose/use-check.ts'
import { useDraft } from '#web/compose/use-draft.ts'
import { WhenField } from '#web/compose/when-field.tsx'
import type { Post } from '#web/posts/post-time.ts'
import { SubmitBar } from './submit-bar.tsx'

interface ComposerProps {
  readonly profileId: string
  readonly accounts: readonly Account[]
  readonly post: Post | null
  readonly given: Draft | null
}

/** The form of a post, what the service thinks of it, and how it will look. */
export function Composer({ profileId, accounts, post, given }: ComposerProps) {
  const { draft, change, update, forget } = useDraft(post?.id ?? profileId, given)
  const targets = draft.accountIds.flatMap((id) => accounts.find((account) => account.id === id) ?? [])
  const { check, isCurrent, error } = useCheck(draft, profileId, accounts)
  usePreselection(draft, post, accounts, change)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
        <AccountPicker
          accounts={accounts}
          chosen={draft.accountIds}
          onChange={(accountIds) => change({ accountIds })}
        />
        <TextField draft={draft} targets={targets} check={check} onChange={change} />
        <MediaField profileId={profileId} media={draft.media} update={update} />
        <WhenField at={draft.at} onChange={(at) => change({ at })} />
        {check && targets.length > 0 && !isEmpty(draft) && (
          <Issues
            check={check}
            confirmed={draft.confirmed}
            onConfirm={(confirmed) => update((before) => ({ ...before, confirmed }))}
          />
        )}
        <SubmitBar
          profileId={profileId}
          accounts={accounts}
          draft={draft}
          post={post}
          isReady={isCurrent && check?.canPublish === true}
          checkError={error}
          onStored={forget}
        />
      </div>
      <Preview draft={draft} targets={targets} check={check} />
    </div>
  )
}

/** True before anything is said: nobody needs to be told that an empty post is empty. */
const isEmpty = ({ content, media, ownTexts }: Draft): boolean =>
  content === '' && media.length === 0 && Object.keys(ownTexts).length === 0

/** Chooses the default accounts for a new post, since most posts go everywhere. */
function usePreselection(
  draft: Draft,
  post: Post | null,
  accounts: readonly Account[],
  change: (changes: Partial<Draft>) => void,
): void {
  const isUntouched = post === null && draft.content === '' && draft.accountIds.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const usual = accounts.filter(({ isDefault, status }) => isDefault && status === 'active').map(({ id }) => id)
    if (isUntouched && usual.length > 0) change({ accountIds: usual })
  }, [])
}
