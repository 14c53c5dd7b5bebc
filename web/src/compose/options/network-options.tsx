import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { limitsForFormat } from '#rules/limits.ts'
import { providersQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { makeImport } from '#web/lib/make-import.ts'
import { Field } from '#web/ui/field.tsx'
import { Fold } from '#web/ui/form/fold.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { LimitsByNetwork } from '../check/limits.ts'
import { type Account, type Draft, type OwnValues, withOwn } from '../draft/draft.ts'
import { isSameExceptText } from '../draft/except-text.ts'
import { kindFor } from '../draft/parts.ts'
import { InstagramOptions } from './instagram-options.tsx'
import { OwnForm, OwnText } from './own-fields.tsx'
import { PinterestOptions } from './pinterest-options.tsx'
import type { SettingSchema } from './schema.ts'
import { SettingField } from './setting-field.tsx'
import { YoutubeOptions } from './youtube-options.tsx'

/** Few accounts are on TikTok. Its choices are fetched with the first one. */
const TiktokOptions = makeLatePart(makeImport(async () => (await import('./tiktok-options.tsx')).TiktokOptions))

interface OptionsProps {
  readonly draft: Draft
  readonly account: Account
  readonly targets: readonly Account[]
  readonly limits: LimitsByNetwork
  readonly onChange: (changes: Partial<Draft>) => void
}

/** Settings with a custom form, which uses the account's options. */
const ownForms = {
  pinterest: PinterestOptions,
  tiktok: TiktokOptions,
  youtube: YoutubeOptions,
  instagram: InstagramOptions,
} as const
/** Settings of videos, and those of images. */
const forVideos = ['coverAtSeconds', 'coverTimestampMs', 'shareToFeed']
const forImages = ['coverIndex', 'autoAddMusic']

/** True for a setting that applies to these files or is already set. */
const fitsFiles = (name: string, hasVideo: boolean, isSet: boolean): boolean =>
  isSet || !(hasVideo ? forImages : forVideos).includes(name)

const inOwnForm: Readonly<Record<string, readonly string[]>> = {
  pinterest: ['boardId', 'boardSectionId'],
  tiktok: ['privacyLevel', 'allowComment', 'allowDuet', 'allowStitch', 'disclosure', 'mode'],
  youtube: ['madeForKids', 'playlistId', 'captions'],
  instagram: ['userTags'],
}

/** The settings of one account's network: required ones are visible, the others folded. */
export const NetworkOptions = memo(function NetworkOptions({
  draft,
  account,
  targets,
  limits,
  onChange,
}: OptionsProps) {
  const { details, options: words, writing } = useMessages()
  const providers = useQuery(providersQuery)
  const settings = draft.own[account.id]?.settings ?? {}
  const setOwn = (changes: { readonly [Key in keyof OwnValues]?: OwnValues[Key] | undefined }) =>
    onChange({ own: withOwn(draft.own, account.id, changes), confirmed: [] })
  const set = (changes: Readonly<Record<string, unknown>>) => {
    const kept = Object.entries({ ...settings, ...changes }).filter(([, value]) => value !== undefined)
    onChange({
      own: withOwn(draft.own, account.id, { settings: kept.length > 0 ? Object.fromEntries(kept) : undefined }),
    })
  }
  const provider = providers.data?.find(({ network }) => network === account.network)
  const hasVideo = draft.media.some(({ isVideo }) => isVideo)
  const Form = account.network in ownForms ? ownForms[account.network as keyof typeof ownForms] : null
  const rest = Object.entries((provider?.settingsSchema as SettingSchema | undefined)?.properties ?? {}).filter(
    ([name]) => !inOwnForm[account.network]?.includes(name) && fitsFiles(name, hasVideo, name in settings),
  )
  const titled = targets.filter((one) => hasTitle(draft, one, limits))
  const others = titled.filter(({ id }) => id !== account.id).map(({ network }) => networks[network].name)
  // A fold must not close while its author removes the last value in it.
  const [isSet] = useState(
    () =>
      draft.own[account.id]?.link !== undefined ||
      draft.own[account.id]?.firstComment !== undefined ||
      Object.keys(settings).some((name) => !inOwnForm[account.network]?.includes(name)),
  )
  const rules = limits.get(account.network)
  return (
    <section aria-label={words.title} className="grid grid-cols-[minmax(0,1fr)] gap-3.5 pb-4">
      {(rules || Form) && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 px-5 pt-4 empty:hidden">
          {rules && <OwnForm account={account} draft={draft} limits={rules} onSet={setOwn} />}
          {hasTitle(draft, account, limits) && (
            <div data-field="title">
              <Field
                label={details.postTitle}
                value={draft.title}
                hint={others.length > 0 ? details.usedBy([...new Set(others)].join(', ')) : undefined}
                onChange={({ target }) => onChange({ title: target.value })}
              />
            </div>
          )}
          {Form && <Form account={account} draft={draft} settings={settings} onSet={set} />}
        </div>
      )}
      <div data-more>
        <Fold
          isOpen={isSet}
          head={
            <span className="flex-1 ps-1 font-medium text-ink-2 text-sm">
              {writing.moreFor(networks[account.network].name)}
            </span>
          }
        >
          {() => (
            <div className="grid gap-3.5 px-5 pt-1">
              {rest.map(([name, schema]) => (
                <div key={name} data-field={name}>
                  <SettingField
                    account={account}
                    draft={draft}
                    name={name}
                    schema={schema}
                    value={settings[name]}
                    onChange={(value) => set({ [name]: value })}
                  />
                </div>
              ))}
              {(rules?.firstComment || draft.own[account.id]?.firstComment !== undefined) && (
                <OwnText name="firstComment" account={account} draft={draft} onSet={setOwn} />
              )}
              <OwnText name="link" account={account} draft={draft} onSet={setOwn} />
            </div>
          )}
        </Fold>
      </div>
    </section>
  )
}, isSameExceptText)

/** True if the kind of post that the account publishes has a title. */
function hasTitle(draft: Draft, { id, network }: Account, limits: LimitsByNetwork): boolean {
  const rules = limits.get(network)
  return rules !== undefined && limitsForFormat(rules, kindFor(draft, id)).title !== null
}
