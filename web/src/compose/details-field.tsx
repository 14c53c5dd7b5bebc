import { memo, type ReactNode } from 'react'
import type { Limits } from '#rules/limits.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Field } from '#web/ui/field.tsx'
import { Fold } from '#web/ui/form/fold.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { LimitsByNetwork } from './check/limits.ts'
import type { Account, Draft, Format } from './draft/draft.ts'
import { isSameExceptText } from './draft/except-text.ts'

interface DetailsProps {
  readonly draft: Draft
  readonly targets: readonly Account[]
  readonly limits: LimitsByNetwork
  readonly onChange: (changes: Partial<Draft>) => void
}

/** The fields of a post other than its text, as supported by the chosen networks. */
export const DetailsField = memo(function DetailsField({ draft, targets, limits, onChange }: DetailsProps) {
  const { details: words } = useMessages()
  const chosen = targets.flatMap(({ network }) => limits.get(network) ?? [])
  const namesOf = (fits: (one: Limits) => boolean) => [
    ...new Set(chosen.filter(fits).map(({ network }) => networks[network].name)),
  ]
  const titled = namesOf(({ title, byFormat }) => title !== null || byFormat !== undefined)
  const commented = namesOf(({ firstComment }) => firstComment)
  const kinds = [...new Set(chosen.flatMap(({ formats }) => formats))].filter((kind) => kind !== 'thread')
  const texts: Readonly<Record<string, string>> = words.kinds
  const isUsed = [draft.title, draft.link, draft.firstComment, draft.language].some((text) => text !== '')
  if (targets.length === 0) return null
  return (
    <Fold
      isOpen={isUsed || draft.format !== 'post'}
      className="rounded-lg border border-line bg-surface"
      head={
        <>
          <span className="font-medium">{words.title}</span>
          <span className="min-w-0 flex-1 text-ink-3">{words.lead}</span>
        </>
      }
    >
      {() => (
        <div className="grid gap-4 px-4 pt-2 sm:grid-cols-2">
          <Place names={[]}>
            <Field
              label={words.link}
              type="url"
              inputMode="url"
              placeholder="https://"
              value={draft.link}
              onChange={({ target }) => onChange({ link: target.value })}
            />
          </Place>
          {kinds.length > 1 && draft.thread.length === 0 && (
            <SelectField
              label={words.kind}
              value={draft.format}
              options={Object.fromEntries(kinds.map((kind) => [kind, texts[kind] ?? kind]))}
              onChange={({ target }) => onChange({ format: target.value as Format })}
            />
          )}
          {titled.length > 0 && (
            <Place names={titled}>
              <Field
                label={words.postTitle}
                value={draft.title}
                onChange={({ target }) => onChange({ title: target.value })}
              />
            </Place>
          )}
          {commented.length > 0 && (
            <Place names={commented}>
              <Field
                label={words.firstComment}
                value={draft.firstComment}
                onChange={({ target }) => onChange({ firstComment: target.value })}
              />
            </Place>
          )}
          <Field
            label={words.language}
            hint={words.languageHint}
            value={draft.language}
            onChange={({ target }) => onChange({ language: target.value })}
          />
        </div>
      )}
    </Fold>
  )
}, isSameExceptText)

/** A field with the networks that use it. */
function Place({ names, children }: { readonly names: readonly string[]; readonly children: ReactNode }) {
  const { details: words } = useMessages()
  return (
    <div className="grid content-start gap-1">
      {children}
      {names.length > 0 && <p className="text-ink-3 text-sm">{words.usedBy(names.join(', '))}</p>}
    </div>
  )
}
