import { useQuery } from '@tanstack/react-query'
import { useMessages } from '#web/i18n/index.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { type AccountOptionsProps, creatorOf, optionsQuery } from './account-options.ts'
import { wordsFor } from './words-for.ts'

const disclosures = ['none', 'yourBrand', 'brandedContent', 'both'] as const
const paid: readonly unknown[] = ['brandedContent', 'both']
const privateLevel = 'SELF_ONLY'

/**
 * The choices that TikTok requires for each post. Nothing is preselected: by its rules, the author must choose who can
 * see the post, enable comments, and say whether it is advertising.
 */
export function TiktokOptions({ account, draft, settings, onSet }: AccountOptionsProps) {
  const { options: words } = useMessages()
  const options = useQuery(optionsQuery(account.id))
  const creator = creatorOf(options.data)
  const isVideo = draft.media.some((file) => file.isVideo)
  if (options.error) return <ProblemBanner error={options.error} onRetry={() => void options.refetch()} />
  if (!options.data) return <Loading />
  const levels = (creator?.privacyLevels ?? []).filter(
    (level) => level !== privateLevel || !paid.includes(settings.disclosure),
  )
  const may = [
    { name: 'allowComment', isOffered: creator?.canAllowComment ?? true },
    ...(isVideo
      ? [
          { name: 'allowDuet', isOffered: creator?.canAllowDuet ?? true },
          { name: 'allowStitch', isOffered: creator?.canAllowStitch ?? true },
        ]
      : []),
  ]
  const names: Readonly<Record<string, string>> = words.settings
  const levelNames = wordsFor('tiktok', words)
  return (
    <div className="grid gap-3.5">
      <p className="text-ink-2">{words.postsAs(creator?.displayName ?? account.handle)}</p>
      <div className="grid gap-3.5">
        <SelectField
          data-field="privacyLevel"
          label={words.settings.privacyLevel}
          value={String(settings.privacyLevel ?? '')}
          options={{ '': words.choose, ...Object.fromEntries(levels.map((one) => [one, levelNames[one] ?? one])) }}
          onChange={({ target }) => onSet({ privacyLevel: target.value || undefined })}
        />
        <SelectField
          data-field="disclosure"
          label={words.settings.disclosure}
          hint={paid.includes(settings.disclosure) ? words.paidNotPrivate : undefined}
          value={String(settings.disclosure ?? '')}
          options={{ '': words.choose, ...Object.fromEntries(disclosures.map((one) => [one, words.disclosures[one]])) }}
          onChange={({ target: { value } }) =>
            onSet({
              disclosure: value || undefined,
              // A paid partnership must be visible to everyone.
              ...(paid.includes(value) && settings.privacyLevel === privateLevel && { privacyLevel: undefined }),
            })
          }
        />
      </div>
      <fieldset className="grid min-w-0 gap-x-6 gap-y-3.5">
        <legend className="mb-1.5 font-medium">{words.allow}</legend>
        {may.map(({ name, isOffered }) => (
          <SelectField
            key={name}
            data-field={name}
            label={names[name] ?? name}
            hint={isOffered ? undefined : words.turnedOff}
            value={settings[name] === undefined ? '' : String(settings[name])}
            options={
              isOffered ? { '': words.choose, true: words.yes, false: words.no } : { '': words.choose, false: words.no }
            }
            onChange={({ target }) => onSet({ [name]: target.value === '' ? undefined : target.value === 'true' })}
          />
        ))}
      </fieldset>
      {creator?.maxVideoDurationMs && isVideo && (
        <p className="text-ink-3 text-sm">{words.longestVideo(Math.round(creator.maxVideoDurationMs / 1_000))}</p>
      )}
      <p className="text-ink-2 text-sm">{paid.includes(settings.disclosure) ? words.consentPaid : words.consent}</p>
    </div>
  )
}
