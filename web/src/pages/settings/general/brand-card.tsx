import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { timeZones } from '#web/lib/time-zones.ts'
import { FormCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { SaveButton } from '#web/ui/form/save-button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { PhotoField } from '../photo-field.tsx'
import type { Brand } from '../use-brand.ts'

/** Changes how the brand appears to its members. */
export function BrandCard({ brand }: { readonly brand: Brand }) {
  const { settings } = useMessages()
  const { mayManage } = useRights()
  const queries = useQueryClient()
  const [color, setColor] = useState(brand.brandColor)
  const save = useMutation({
    mutationFn: (form: FormData) =>
      api.updateProfile({
        id: brand.id,
        name: String(form.get('name')),
        brandColor: color,
        timezone: String(form.get('timezone')) || null,
        samePostDays: Number(form.get('samePostDays')),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['profiles'] }),
  })
  return (
    <FormCard
      title={settings.brand.title}
      lead={mayManage ? settings.brand.lead : settings.brand.forAdmins}
      onSave={save.mutate}
      actions={mayManage && <SaveButton isBusy={save.isPending} isDone={save.isSuccess} />}
    >
      {mayManage && (
        <PhotoField
          name={brand.name}
          url={brand.avatarUrl}
          brandColor={color}
          save={(file) =>
            file ? api.setProfileAvatar({ id: brand.id, file }) : api.updateProfile({ id: brand.id, avatar: null })
          }
          onSaved={() => queries.invalidateQueries({ queryKey: ['profiles'] })}
        />
      )}
      <fieldset disabled={!mayManage} className="grid min-w-0 gap-4">
        <Field
          label={settings.brand.name}
          name="name"
          required
          defaultValue={brand.name}
          error={faultOf(save.error, '/name')}
        />
        <ColorField value={color} onChange={setColor} />
        <SelectField
          label={settings.timeZone}
          hint={settings.brand.timeZoneHint}
          name="timezone"
          defaultValue={brand.timezone ?? ''}
          options={{ '': settings.brand.ownTimeZone, ...timeZones(brand.timezone) }}
        />
        <Field
          label={settings.brand.samePostDays}
          hint={settings.brand.samePostHint}
          name="samePostDays"
          type="number"
          min={0}
          max={90}
          required
          defaultValue={brand.samePostDays}
          error={faultOf(save.error, '/samePostDays')}
        />
      </fieldset>
      {save.error && <ProblemBanner error={save.error} />}
    </FormCard>
  )
}

interface ColorProps {
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** Dark enough for the white letter of the brand's tile in both themes. */
const usual = {
  '#1D4ED8': 'blue',
  '#0F766E': 'teal',
  '#15803D': 'green',
  '#A16207': 'amber',
  '#C2410C': 'orange',
  '#BE123C': 'red',
  '#7E22CE': 'violet',
  '#334155': 'gray',
} as const
const swatch = 'size-9 rounded-md border border-line aria-pressed:outline-2 aria-pressed:outline-offset-2 outline-focus'

/** Chooses a color: common ones are one click away, and the device's own dialog offers any other. */
function ColorField({ value, onChange }: ColorProps) {
  const { labels, settings } = useMessages()
  const isUsual = value === null || value.toUpperCase() in usual
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-medium">{settings.brand.color}</legend>
      <div className="flex flex-wrap items-center gap-2.5">
        {Object.entries(usual).map(([color, name]) => (
          <button
            key={color}
            type="button"
            aria-label={labels.colors[name]}
            title={labels.colors[name]}
            aria-pressed={value?.toUpperCase() === color}
            onClick={() => onChange(color)}
            className={swatch}
            style={{ background: color }}
          />
        ))}
        <label className="inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-line px-2.5 hover:bg-sunken">
          <input
            type="color"
            value={value ?? '#1D4ED8'}
            onChange={(event) => onChange(event.target.value.toUpperCase())}
            className="size-5 cursor-pointer"
          />
          {isUsual ? settings.brand.ownColor : <code className="font-mono text-xs">{value}</code>}
        </label>
        <button
          type="button"
          aria-pressed={value === null}
          onClick={() => onChange(null)}
          className="min-h-9 rounded-md border border-line px-2.5 outline-focus hover:bg-sunken aria-pressed:outline-2 aria-pressed:outline-offset-2"
        >
          {settings.brand.noColor}
        </button>
      </div>
    </fieldset>
  )
}
