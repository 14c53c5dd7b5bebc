import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { CheckList } from '#web/ui/form/check-list.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import type { Account, Draft } from '../draft/draft.ts'
import { knownFields, nameOfSetting } from './known-fields.tsx'
import { RowsField } from './rows-field.tsx'
import { choicesOf, type SettingSchema, wordOf } from './schema.ts'
import { wordsFor } from './words-for.ts'

interface SettingProps {
  readonly account: Account
  readonly draft: Draft
  readonly name: string
  readonly schema: SettingSchema
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** A field for one setting of a network, generated from its schema. No value means the network's default. */
export function SettingField({ account, draft, name, schema, value, onChange }: SettingProps) {
  const messages = useMessages()
  const { options: words } = messages
  const values = wordsFor(account.network, words)
  const label = nameOfSetting(name, messages) ?? wordOf(name)
  const choices = choicesOf(schema)
  const rest = { account, draft, label, schema, value, onChange }
  const Known = knownFields[name]
  if (Known && !choices) return <Known {...rest} />
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
      return <ListField {...rest} isPoll={name === 'options'} />
    case 'object':
      return <ObjectField {...rest} />
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

/** The maximum number of rows of a list without a limit. */
const maxRows = 30

/** A list: several of a few options, or a row for each text. */
function ListField({ account, label, schema, value, onChange, isPoll }: ListProps & { readonly isPoll: boolean }) {
  const { options: words, writing } = useMessages()
  const list = Array.isArray(value) ? value.map(String) : []
  const choices = schema.items ? choicesOf(schema.items) : null
  if (choices)
    return (
      <CheckList
        label={label}
        value={list}
        options={Object.fromEntries(choices.map((one) => [one, valueWord(one, wordsFor(account.network, words))]))}
        onChange={(next) => onChange(next.length === 0 ? undefined : next)}
      />
    )
  return (
    <RowsField
      label={label}
      value={list}
      min={Math.max(1, schema.minItems ?? 1)}
      max={schema.maxItems ?? maxRows}
      maxLength={schema.items?.maxLength}
      nameOf={isPoll ? writing.answer : (nth) => `${label} ${nth}`}
      onChange={onChange}
    />
  )
}

/** A group of settings that belong together, such as a poll. It is added and removed as a unit. */
function ObjectField({ account, draft, label, schema, value, onChange }: ListProps) {
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
          account={account}
          draft={draft}
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
