/**
 * SQL for a member's name in a workspace (`membership m`, `person p`) for people who may not see addresses. Without a name, it is the part
 * of the address before the @.
 */
export const NAME_WITHOUT_ADDRESS = `regexp_replace(coalesce(m.shown_name, p.name), '^([^@[:space:]]+)@[^@[:space:]]+$', '\\1')`;
