import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { CheckList } from '#web/ui/form/check-list.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import type { NetworkName } from '#web/ui/marks/network-mark.tsx'
import { choicesOf, type SettingSchema, wordOf } from './schema.ts'
import { wordsFor } from './words-for.ts'

interface SettingProps {
  readonly network: NetworkName
  readonly name: string
  readonly schema: SettingSchema
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** A field for one setting of a network, generated from its schema. No value means the network's default. */
export function SettingField({ network, name, schema, value, onChange }: SettingProps) {
  const { options: words } = useMessages()
  const values = wordsFor(network, words)
  const names: Readonly<Record<string, string>> = words.settings
  const label = names[name] ?? wordOf(name)
  const choices = choicesOf(schema)
  if (choices)
    return (
      <SelectField
        label={label}
        value={value === undefined ? '' : String(value)}
        options={{
          '': words.asUsual,
          ...Object.fromEntries(choices.map((one) => [one, valueWord(one, values)])),
        }}
        onChange={({ target }) => onChange(choices.find((one) => String(one) === target.value))}
      />
    )
  switch (schema.type) {
    case 'boolean':
      return (
        <SelectField
          label={label}
          value={value === undefined ? '' : String(value)}
          options={{ '': words.asUsual, true: words.yes, false: words.no }}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value === 'true')}
        />
      )
    case 'integer':
    case 'number':
      return (
        <Field
          label={label}
          type="number"
          min={schema.minimum}
          max={schema.maximum}
          value={typeof value === 'number' ? value : ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
        />
      )
    case 'array':
      return <ListField network={network} label={label} schema={schema} value={value} onChange={onChange} />
    case 'object':
      return <ObjectField network={network} label={label} schema={schema} value={value} onChange={onChange} />
    default:
      return (
        <Field
          label={label}
          maxLength={schema.maxLength}
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        />
      )
  }
}

type ListProps = Omit<SettingProps, 'name'> & { readonly label: string }

/** A list: several of a few options, or lines of text. */
function ListField({ network, label, schema, value, onChange }: ListProps) {
  const { options: words } = useMessages()
  const list = Array.isArray(value) ? value.map(String) : []
  const choices = schema.items ? choicesOf(schema.items) : null
  if (choices)
    return (
      <CheckList
        label={label}
        value={list}
        options={Object.fromEntries(choices.map((one) => [one, valueWord(one, wordsFor(network, words))]))}
        onChange={(next) => onChange(next.length === 0 ? undefined : next)}
      />
    )
  return (
    <Field
      label={label}
      hint={words.commas}
      value={list.join(', ')}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value.split(/,\s*/))}
    />
  )
}

/** A group of settings that belong together, such as a poll. It is added and removed as a unit. */
function ObjectField({ network, label, schema, value, onChange }: ListProps) {
  const { options: words } = useMessages()
  const members = value as Readonly<Record<string, unknown>> | undefined
  if (members === undefined)
    return (
      <div>
        <Button onClick={() => onChange({})}>{words.add(label)}</Button>
      </div>
    )
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-md border border-line p-4">
      <legend className="px-1 font-medium">{label}</legend>
      {membersOf(schema, members).map(([name, member]) => (
        <SettingField
          key={name}
          network={network}
          name={name}
          schema={member}
          value={members[name]}
          onChange={(next) => {
            const { [name]: _, ...rest } = members
            onChange(next === undefined ? rest : { ...rest, [name]: next })
          }}
        />
      ))}
      <div>
        <Button variant="quiet" onClick={() => onChange(undefined)}>
          {words.remove(label)}
        </Button>
      </div>
    </fieldset>
  )
}

/** Lists the settings of a group, without unused previous names. */
const membersOf = ({ properties = {} }: SettingSchema, set: Readonly<Record<string, unknown>>) =>
  Object.entries(properties).filter(([name, { deprecated }]) => !deprecated || name in set)

const valueWord = (value: string | number, words: Readonly<Record<string, string>>): string =>
  words[String(value)] ?? (typeof value === 'number' ? String(value) : wordOf(value))
