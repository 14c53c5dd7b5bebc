export const thread = {
  title: 'Thread',
  begin: 'Make it a thread',
  add: 'Add a part',
  split: 'Split into parts that fit',
  part: (nth: number, of: number) => `Part ${nth} of ${of}`,
  placeholder: 'Go on…',
  up: (nth: number) => `Move part ${nth} up`,
  down: (nth: number) => `Move part ${nth} down`,
  remove: (nth: number) => `Remove part ${nth}`,
}
