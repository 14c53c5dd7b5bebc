import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { providersQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Fold } from '#web/ui/form/fold.tsx'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { type Account, type Draft, withOwn } from '../draft/draft.ts'
import { isSameExceptText } from '../draft/except-text.ts'
import { InstagramOptions } from './instagram-options.tsx'
import { PinterestOptions } from './pinterest-options.tsx'
import type { SettingSchema } from './schema.ts'
import { SettingField } from './setting-field.tsx'
import { TiktokOptions } from './tiktok-options.tsx'
import { YoutubeOptions } from './youtube-options.tsx'

interface OptionsProps {
  readonly draft: Draft
  readonly targets: readonly Account[]
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

/** The settings of each network: required ones are visible, the others folded. */
export const NetworkOptions = memo(function NetworkOptions({ draft, targets, onChange }: OptionsProps) {
  const { options: words } = useMessages()
  const providers = useQuery(providersQuery)
  const set = (account: Account) => (changes: Readonly<Record<string, unknown>>) => {
    const members = Object.entries({ ...draft.own[account.id]?.settings, ...changes })
    const settings = members.filter(([, value]) => value !== undefined)
    onChange({
      own: withOwn(draft.own, account.id, { settings: settings.length > 0 ? Object.fromEntries(settings) : undefined }),
    })
  }
  const schemas = new Map(
    (providers.data ?? []).map(({ network, settingsSchema }) => [network, settingsSchema as SettingSchema]),
  )
  const hasVideo = draft.media.some(({ isVideo }) => isVideo)
  const shown = targets.flatMap((account) => {
    const members = Object.entries(schemas.get(account.network)?.properties ?? {})
    return members.length > 0 ? [{ account, members }] : []
  })
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="network-options" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="network-options" className="font-medium">
        {words.title}
      </h2>
      <div className="divide-y divide-line rounded-lg border border-line bg-surface">
        {shown.map(({ account, members }) => {
          const Form = account.network in ownForms ? ownForms[account.network as keyof typeof ownForms] : null
          const settings = draft.own[account.id]?.settings ?? {}
          const rest = members.filter(
            ([name]) => !inOwnForm[account.network]?.includes(name) && fitsFiles(name, hasVideo, name in settings),
          )
          const chosen = Object.keys(settings).length
          return (
            <Fold
              key={account.id}
              isOpen={Form !== null}
              head={
                <>
                  <NetworkMark network={account.network} />
                  <span className="font-medium">{networks[account.network].name}</span>
                  <OneLine className="flex-1 text-ink-3">{account.displayName ?? account.handle}</OneLine>
                  {chosen > 0 && <span className="text-ink-3 text-sm">{words.chosen(chosen)}</span>}
                </>
              }
            >
              {() => (
                <div className="grid gap-4 px-4 pt-2">
                  {Form && <Form account={account} draft={draft} settings={settings} onSet={set(account)} />}
                  <div className="grid gap-4 sm:grid-cols-2">
                    {rest.map(([name, schema]) => (
                      <div key={name} className={schema.type === 'object' ? 'sm:col-span-2' : ''}>
                        <SettingField
                          network={account.network}
                          name={name}
                          schema={schema}
                          value={settings[name]}
                          onChange={(value) => set(account)({ [name]: value })}
                        />
                      </div>
                    ))}
                  </div>
                </div>
              )}
            </Fold>
          )
        })}
      </div>
    </section>
  )
}, isSameExceptText)
