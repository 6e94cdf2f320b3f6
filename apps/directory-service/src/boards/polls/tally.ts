/** SQL for the tally of a row of `poll` as jsonb, consistent even with concurrent answers. */
export const TALLY = `select jsonb_build_object(
    'total', (select count(*) from poll_answer a where a.poll = poll.id),
    'counts', coalesce((select jsonb_object_agg(each.option, each.count) from (
      select option, count(*) as count from poll_answer a, unnest(a.options) option where a.poll = poll.id group by option
    ) each), '{}'))`;
