import type { Messages } from '../en/index.ts'

export const charts: Messages['charts'] = {
  when: 'Wann',
  cursor: (caption) => `${caption}: Pfeiltasten lesen die Zahlen`,
}
