type Present<Values extends object> = {
  [Key in keyof Values as undefined extends Values[Key] ? never : Key]: Values[Key]
} & { [Key in keyof Values as undefined extends Values[Key] ? Key : never]?: Exclude<Values[Key], undefined> }

/** Returns the values without undefined fields, for objects in which an absent field has a meaning. */
export function omitUndefined<Values extends object>(values: Values): Present<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<Values>
}
