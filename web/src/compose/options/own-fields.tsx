import { useState } from 'react'
import type { Limits } from '#rules/limits.ts'
import type { ThreadChoice } from '#rules/thread.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { Account, Draft, Format, OwnValues } from '../draft/draft.ts'
import { kindsOf, nameKind } from './kinds.ts'

interface OwnProps {
  readonly account: Account
  readonly draft: Draft
  /** Sets values of this account only. Undefined removes one, and that of the post applies. */
  readonly onSet: (changes: { readonly [Key in keyof OwnValues]?: OwnValues[Key] | undefined }) => void
}

/** The kind of post on one account, and its form of a thread where the network has none. */
export function OwnForm({ account, draft, limits, onSet }: OwnProps & { readonly limits: Limits }) {
  const messages = useMessages()
  const { details, writing } = messages
  const own = draft.own[account.id] ?? {}
  const kinds = kindsOf(limits)
  const isThread = draft.thread.length > 0
  const isCut = isThread && limits.thread === null
  // Without a choice, a thread stays a thread where the network has them.
  const hasKinds = !isThread || isCut || own.format !== undefined
  const shared: Format = isThread ? 'post' : draft.format
  const isRefused = !limits.formats.includes(shared) && shared !== 'carousel'
  const name = (kind: Format) => nameKind(account.network, kind, messages)
  const offered = own.format === undefined || kinds.includes(own.format) ? kinds : [...kinds, own.format]
  return (
    <>
      {(isCut || own.thread !== undefined) && (
        <SelectField
          data-field="ownThread"
          label={writing.threadOn(networks[account.network].name)}
          value={own.thread ?? ''}
          options={{ '': isCut ? writing.chooseThread : writing.keepThread, ...writing.threadChoices }}
          onChange={({ target }) => onSet({ thread: (target.value || undefined) as ThreadChoice | undefined })}
        />
      )}
      {hasKinds && (offered.length > 1 || isRefused || own.format !== undefined) && (
        <SelectField
          data-field="own.format"
          label={details.kind}
          value={own.format ?? ''}
          options={{
            '': writing.asInPost(name(shared)),
            ...Object.fromEntries(offered.map((kind) => [kind, name(kind)])),
          }}
          onChange={({ target }) => onSet({ format: (target.value || undefined) as Format | undefined })}
        />
      )}
    </>
  )
}

type LinkChoice = 'same' | 'other' | 'none'

/** The link of one account: that of the post, another, or none. */
export function OwnLink({ account, draft, onSet }: OwnProps) {
  const { details, writing } = useMessages()
  const link = draft.own[account.id]?.link
  const [isOther, setOther] = useState(false)
  const choice: LinkChoice = link === null ? 'none' : link !== undefined || isOther ? 'other' : 'same'
  const choose = (next: LinkChoice) => {
    setOther(next === 'other')
    onSet({ link: next === 'none' ? null : undefined })
  }
  return (
    <div data-field="own.link" className="grid gap-2">
      <SelectField
        label={details.link}
        value={choice}
        options={{ same: writing.asInPost(draft.link || writing.linkChoices.empty), ...writing.linkChoices.own }}
        onChange={({ target }) => choose(target.value as LinkChoice)}
      />
      {choice === 'other' && (
        <Field
          label={writing.linkOn(networks[account.network].name)}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={link ?? ''}
          onChange={({ target }) => onSet({ link: target.value || undefined })}
        />
      )}
    </div>
  )
}
