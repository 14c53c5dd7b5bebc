/** Names with the same key are one label, however they are typed. The database has the same rule in `ph.label_key`. */
export const labelKey = (name: string): string => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
