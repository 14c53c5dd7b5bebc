import type { AreaMessages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const approvals: AreaMessages['inbox']['approvals'] = {
  show: 'Por aprobar',
  ask: 'Pedir aprobación',
  asked: (name) => `Tu respuesta a ${name} espera aprobación`,
  notAsked: 'No se pudo pedir la aprobación',
  waiting: 'Espera aprobación',
  waitsIn: (step) => `Espera aprobación: ${step}`,
  given: (given, required) => `${given} de ${required} aprobaciones`,
  by: (names) => `Pueden aprobarla: ${names}.`,
  noOne: 'Nadie puede aprobarla. Pide a un admin que añada a alguien que no la haya escrito.',
  byProgram: 'Escrita por un programa',
  writtenBy: (name) => `La escribió ${name}`,
  approve: 'Aprobar',
  approveAnyway: 'Aprobar de todos modos',
  approveAndKeep: 'Aprobar y conservar la otra',
  approveAndWithdraw: 'Aprobar y retirar la otra',
  notApproved: 'No se pudo aprobar la respuesta',
  reject: 'Rechazar',
  reason: 'Motivo',
  reasonHint: 'Lo ve quien la escribió.',
  cancel: 'Cancelar',
  notRejected: 'No se pudo rechazar la respuesta',
  rejected: (name) => `Rechazada por ${name}`,
  rejectedByOther: 'Rechazada',
  change: 'Cambiar',
  changed: 'Texto de la respuesta',
  save: 'Guardar y volver a pedir',
  notSaved: 'No se pudo cambiar la respuesta',
  withdraw: 'Retirar',
  isAnswered: 'Alguien ha respondido mientras tanto.',
  newItems: (count) =>
    `${plural('es', count, { one: 'comentario nuevo', other: 'comentarios nuevos' })} desde entonces.`,
  isGone: 'El comentario ya no está guardado, así que no se puede enviar.',
  alsoWaiting: 'Otra respuesta a este comentario también espera.',
  row: 'Respuesta por aprobar',
}

/** The texts of notes and labels of conversations. */
export const notes: AreaMessages['inbox']['notes'] = {
  add: 'Añadir nota',
  label: 'Nota para tu equipo',
  cancel: 'Cancelar',
  noteBy: (name) => `Nota de ${name}`,
  former: 'Antiguo miembro',
  delete: 'Eliminar nota',
  deleteOf: (name) => `Eliminar la nota de ${name}`,
  notDeleted: 'No se pudo eliminar la nota',
  labels: 'Etiquetas',
  anyLabel: 'Todas las etiquetas',
}
