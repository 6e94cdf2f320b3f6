/**
 * SQL: the name that a workspace shows for a member (`membership m`, `person p`) to people who may not see addresses. Without a
 * written name it is the part of the address before the @.
 */
export const NAME_WITHOUT_ADDRESS = `regexp_replace(coalesce(m.shown_name, p.name), '^([^@[:space:]]+)@[^@[:space:]]+$', '\\1')`;
