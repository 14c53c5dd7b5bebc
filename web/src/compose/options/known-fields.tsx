import type { ReactNode } from 'react'
import { fromWall, toWall } from '#rules/wall-clock.ts'
import { useZone } from '#web/app/use-zone.ts'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import { formatLength } from '#web/lib/time.ts'
import { nameZone } from '#web/lib/zones.ts'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import type { Account, Draft } from '../draft/draft.ts'
import { PlaceField } from './place-field.tsx'
import { QuoteField } from './quote-field.tsx'
import type { SettingSchema } from './schema.ts'

interface KnownProps {
  readonly label: string
  readonly schema: SettingSchema
  readonly value: unknown
  readonly account: Account
  readonly draft: Draft
  readonly onChange: (value: unknown) => void
}

/** Settings that people choose in their own terms, where the API has a number or an ID. */
export const knownFields: Readonly<Record<string, (props: KnownProps) => ReactNode>> = {
  durationMinutes: DurationField,
  coverTimestampMs: CoverTimeField,
  coverIndex: CoverImageField,
  categoryId: CategoryField,
  publishAt: PublicFromField,
  locationId: PlaceField,
  quotePostId: QuoteField,
  quote: QuoteField,
  reshare: QuoteField,
}

/** Common durations of a poll, in minutes. */
const durations = [5, 30, 60, 360, 720, 1_440, 4_320, 10_080, 20_160]

function DurationField({ label, schema, value, onChange }: KnownProps) {
  const { options: words } = useMessages()
  const { minimum = 0, maximum = Number.POSITIVE_INFINITY } = schema
  const fitting = durations.filter((minutes) => minutes >= minimum && minutes <= maximum)
  const offered = typeof value === 'number' && !fitting.includes(value) ? [...fitting, value] : fitting
  return (
    <SelectField
      label={label}
      value={typeof value === 'number' ? `${value} ` : ''}
      // Keys that are numbers would come first, in their own order.
      options={{ '': words.asUsual, ...Object.fromEntries(offered.map((one) => [`${one} `, formatLength(one)])) }}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
    />
  )
}

const msPerSecond = 1_000

function CoverTimeField({ label, value, onChange }: KnownProps) {
  return (
    <Field
      label={label}
      type="number"
      min={0}
      step={0.1}
      value={typeof value === 'number' ? value / msPerSecond : ''}
      onChange={({ target }) =>
        onChange(target.value === '' ? undefined : Math.round(Number(target.value) * msPerSecond))
      }
    />
  )
}

function CoverImageField({ label, value, draft, onChange }: KnownProps) {
  const { composeMedia, options: words } = useMessages()
  const names = draft.media.map(({ name }, at) => [`${at} `, name || composeMedia.file(at + 1)] as const)
  return (
    <SelectField
      label={label}
      value={typeof value === 'number' ? `${value} ` : ''}
      options={{ '': words.asUsual, ...Object.fromEntries(names) }}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
    />
  )
}

function CategoryField({ label, value, onChange }: KnownProps) {
  const { options: words, writing } = useMessages()
  const known: Readonly<Record<string, string>> = writing.categories
  const chosen = typeof value === 'string' ? value : ''
  const names = Object.entries(known).sort(([, one], [, other]) => one.localeCompare(other))
  return (
    <SelectField
      label={label}
      value={chosen === '' ? '' : `${chosen} `}
      options={{
        '': words.asUsual,
        ...Object.fromEntries(names.map(([id, name]) => [`${id.slice(1)} `, name])),
        ...(chosen !== '' && !(`c${chosen}` in known) && { [`${chosen} `]: chosen }),
      }}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value.trim())}
    />
  )
}

function PublicFromField({ label, value, account, onChange }: KnownProps) {
  const { schedule } = useMessages()
  const zone = useZone(account.profileId)
  return (
    <Field
      label={label}
      hint={schedule.zone(nameZone(zone))}
      type="datetime-local"
      value={typeof value === 'string' && Date.parse(value) > 0 ? toWall(value, zone) : ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : fromWall(target.value, zone).at)}
    />
  )
}

/** Names a setting in the words of people. Null if it has no name. */
export const nameOfSetting = (
  name: string,
  { options, writing }: Pick<Messages, 'options' | 'writing'>,
): string | null =>
  (writing.settings as Readonly<Record<string, string>>)[name] ??
  (options.settings as Readonly<Record<string, string>>)[name] ??
  null
