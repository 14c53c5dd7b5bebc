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
import type { Brand } from '../use-brand.ts'
import { ColorField } from './color-field.tsx'

/** Changes how the brand appears to those who work on it. */
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
