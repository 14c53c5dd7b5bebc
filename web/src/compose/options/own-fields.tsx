import { useState } from 'react'
import type { Limits } from '#rules/limits.ts'
import type { ThreadChoice } from '#rules/thread.ts'
import { useMessages } from '#web/i18n/index.ts'
import { cutText } from '#web/lib/cut-text.ts'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
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

type Choice = 'same' | 'other' | 'none'

/** The longest part of the post's own value that the choice shows. */
const shownCharacters = 40

/** The link or the first comment of one account: that of the post, another, or none. */
export function OwnText({ name, account, draft, onSet }: OwnProps & { readonly name: 'link' | 'firstComment' }) {
  const { details, writing } = useMessages()
  const words = writing.ownTexts[name]
  const value = draft.own[account.id]?.[name]
  const [isOther, setOther] = useState(false)
  const choice: Choice = value === null ? 'none' : value !== undefined || isOther ? 'other' : 'same'
  const choose = (next: Choice) => {
    setOther(next === 'other')
    onSet({ [name]: next === 'none' ? null : undefined })
  }
  const label = words.on(networks[account.network].name)
  const set = (text: string) => onSet({ [name]: text || undefined })
  return (
    <div data-field={`own.${name}`} className="grid gap-2">
      <SelectField
        label={details[name]}
        value={choice}
        options={{
          same: writing.asInPost(cutText(draft[name], shownCharacters) || words.empty),
          other: words.other,
          none: words.none,
        }}
        onChange={({ target }) => choose(target.value as Choice)}
      />
      {choice === 'other' &&
        (name === 'link' ? (
          <Field
            label={label}
            type="url"
            inputMode="url"
            placeholder="https://"
            value={value ?? ''}
            onChange={({ target }) => set(target.value)}
          />
        ) : (
          <TextArea
            label={label}
            className="min-h-16"
            dir="auto"
            value={value ?? ''}
            onChange={({ target }) => set(target.value)}
          />
        ))}
    </div>
  )
}
