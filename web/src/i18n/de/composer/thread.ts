import type { Messages } from '../../en/index.ts'

export const thread: Messages['thread'] = {
  title: 'Thread',
  begin: 'Einen Thread daraus machen',
  add: 'Teil hinzufügen',
  split: 'In passende Teile aufteilen',
  part: (nth, of) => `Teil ${nth} von ${of}`,
  placeholder: 'Weiter geht es…',
  up: (nth) => `Teil ${nth} nach oben`,
  down: (nth) => `Teil ${nth} nach unten`,
  remove: (nth) => `Teil ${nth} entfernen`,
}
