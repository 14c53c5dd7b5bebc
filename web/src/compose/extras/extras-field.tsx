import { memo, useRef, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { makeImport } from '#web/lib/make-import.ts'
import { iconButtonStyle } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { LimitsByNetwork } from '../check/limits.ts'
import { focusField } from '../check/problems.ts'
import type { Account, Draft, Format } from '../draft/draft.ts'
import { isSameExceptText } from '../draft/except-text.ts'
import { nameLanguages } from '../options/name-languages.ts'

/** The field of the labels is fetched when it opens. */
const loadLabelField = makeImport(() => import('#web/posts/labels/label-field.tsx'))
const LabelField = makeLatePart(async () => (await loadLabelField()).LabelField)
const fetchLabelField = (): void => void loadLabelField().catch(() => {})

interface ExtrasProps {
  readonly profileId: string
  readonly draft: Draft
  readonly targets: readonly Account[]
  readonly limits: LimitsByNetwork
  readonly onChange: (changes: Partial<Draft>) => void
}

const names = ['firstComment', 'link', 'language'] as const
type Extra = (typeof names)[number]

const icons = { firstComment: 'comment', link: 'link', language: 'note' } as const

const chipStyle =
  'inline-flex min-h-8 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-md border border-line bg-surface px-2.5 font-medium text-ink-2 text-sm hover:bg-sunken aria-expanded:border-brand aria-expanded:bg-brand/10 aria-expanded:text-brand max-md:min-h-10'

/**
 * The comment, link, language and labels of a post, as far as the chosen networks support them. Each opens from a chip.
 */
export const ExtrasField = memo(function ExtrasField({ profileId, draft, targets, limits, onChange }: ExtrasProps) {
  const { details: words, labels: labelWords, writing } = useMessages()
  const fields = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<readonly Extra[]>([])
  const chosen = targets.flatMap(({ network }) => limits.get(network) ?? [])
  const commented = chosen.filter(({ firstComment }) => firstComment).map(({ network }) => networks[network].name)
  const kinds = [...new Set(chosen.flatMap(({ formats }) => formats))].filter((kind) => kind !== 'thread')
  const kindWords: Readonly<Record<string, string>> = words.kinds
  const tags = draft.tags ?? []
  const [isLabeling, setLabeling] = useState(false)
  const labels: Readonly<Record<Extra, string>> = {
    firstComment: words.firstComment,
    link: writing.linkPreview,
    language: words.language,
  }
  const offered = names.filter((name) =>
    targets.length === 0
      ? draft[name] !== ''
      : name !== 'firstComment' || commented.length > 0 || draft.firstComment !== '',
  )
  const isOpen = (name: Extra) => draft[name] !== '' || opened.includes(name)
  const close = (name: Extra) => {
    setOpened(opened.filter((one) => one !== name))
    if (draft[name] !== '') onChange({ [name]: '' })
  }
  const control = (name: Extra) => ({
    // It was opened just now, to be filled.
    autoFocus: draft[name] === '',
    value: draft[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange({ [name]: target.value }),
    onFocus: () => opened.includes(name) || setOpened([...opened, name]),
  })
  return (
    <div ref={fields} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <fieldset className="-mx-1 fading flex min-w-0 gap-2 scroll-px-1 overflow-x-auto p-1 [scrollbar-width:none] [&::-webkit-scrollbar]:hidden">
        <legend className="sr-only">{writing.extras}</legend>
        {offered.map((name) => (
          <button
            key={name}
            type="button"
            aria-expanded={isOpen(name)}
            data-opens={isOpen(name) ? undefined : name}
            onClick={() => {
              if (draft[name] !== '') focusField(fields.current, name)
              else if (isOpen(name)) close(name)
              else setOpened([...opened, name])
            }}
            className={chipStyle}
          >
            <Icon name={icons[name]} className="size-4" />
            {labels[name]}
          </button>
        ))}
        <button
          type="button"
          aria-expanded={isLabeling}
          onPointerEnter={fetchLabelField}
          onFocus={fetchLabelField}
          onClick={() => setLabeling(!isLabeling)}
          className={`${chipStyle} ${tags.length > 0 ? 'border-brand bg-brand/10 text-brand' : ''}`}
        >
          <Icon name="tag" className="size-4" />
          {tags.length === 0 ? (
            labelWords.title
          ) : (
            <>
              <span className="sr-only">{labelWords.title}: </span>
              <bdi className="max-w-32 truncate">{tags[0]}</bdi>
              {tags.length > 1 && labelWords.more(tags.length - 1)}
            </>
          )}
        </button>
        {kinds.length > 1 && draft.thread.length === 0 && (
          <label data-field="format" className="relative shrink-0">
            <span className="sr-only">{words.kind}</span>
            <select
              value={draft.format}
              onChange={({ target }) => onChange({ format: target.value as Format })}
              className={`${chipStyle} ${draft.format === 'post' ? '' : 'border-brand bg-brand/10 text-brand'}`}
            >
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {kindWords[kind] ?? kind}
                </option>
              ))}
            </select>
          </label>
        )}
      </fieldset>
      {isLabeling && (
        <LabelField
          isFirst
          profileId={profileId}
          label={labelWords.title}
          value={tags}
          onChange={(next) => onChange({ tags: next })}
        />
      )}
      {offered.filter(isOpen).map((name) => (
        <div key={name} data-field={name} className="flex items-end gap-1">
          <div className="min-w-0 flex-1">
            {name === 'language' ? (
              <SelectField
                label={labels[name]}
                options={{ '': '–', ...nameLanguages(draft[name]) }}
                {...control(name)}
              />
            ) : (
              <Field
                label={labels[name]}
                {...(name === 'link' && { type: 'url', inputMode: 'url', placeholder: 'https://' })}
                hint={
                  name === 'firstComment' && commented.length > 0
                    ? words.usedBy([...new Set(commented)].join(', '))
                    : undefined
                }
                {...control(name)}
              />
            )}
          </div>
          <button
            type="button"
            aria-label={writing.removeExtra(labels[name])}
            onClick={() => close(name)}
            className={`${iconButtonStyle} ${name === 'firstComment' ? 'mb-6.5' : ''}`}
          >
            <Icon name="close" className="size-4" />
          </button>
        </div>
      ))}
    </div>
  )
}, isSameExceptText)
