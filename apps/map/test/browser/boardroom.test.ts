import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from './axe.js';
import { at, type BrowserKit, hasChromium, startBrowserKit } from './browser-kit.js';
import { codesIn } from './codes-in.js';
import { csvOf, dashboardOf, type NewTile, tileOf } from './dashboard-tiles.js';
import { unfilled } from './layout-faults.js';

type Poll = { id: string; options: { id: string; text: string }[] };

describe.skipIf(!hasChromium)(
  'polls, dashboards, views and share links in a browser (skipped where there is no Chromium)',
  { timeout: 180_000 },
  () => {
    let kit: BrowserKit;
    beforeAll(async () => {
      kit = await startBrowserKit('boardroom', { drawsMaps: false });
      const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
      await kit.post([
        at('crane-2', 53.41, -2.99, { title: 'Crane 1', type: 'crane' }),
        at('truck-2', 53.46, -3.02, { title: 'Truck 1', type: 'truck', fieldValues: [{ type: 'Number', field: 'load', value: 4 }] }),
        at('old-2', 53.44, -3.0, { title: 'Old hand', type: 'truck', observedAt: daysAgo(3) }),
      ]);
    });
    afterAll(() => kit?.close());

    const makePoll = async (body: object): Promise<Poll> => {
      const { status, json } = await kit.call('POST', `/groups/${kit.workspace}/polls`, body);
      expect(status).toBe(201);
      return json as Poll;
    };
    it('makes a poll by hand: options added, moved, removed; faults shown; then it waits for answers', async () => {
      const { page, faults } = await kit.open({ role: 'editor', at: 'page=Polls' });
      await page.getByRole('button', { name: 'New poll' }).click();
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByText('Enter a question.').waitFor();
      await page.getByLabel('Question').fill('Where shall the crane stand?');
      await page.getByLabel('Option 1', { exact: true }).fill('South quay');
      await page.getByLabel('Option 2', { exact: true }).fill('North quay');
      await page.getByRole('button', { name: 'Add option' }).click();
      await page.getByLabel('Option 3', { exact: true }).fill('Nowhere');
      await page.getByRole('button', { name: 'Remove option 3' }).click();
      await page.getByRole('button', { name: 'Move option 2 up' }).click();
      await page.getByLabel('Anonymous').check();
      await page.getByText('only the counts are kept').waitFor();
      await page.getByLabel('Anonymous').uncheck();
      await page.getByLabel('Closes automatically').fill('2020-01-01T10:00');
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByText('Choose a time in the future.').waitFor();
      await page.getByLabel('Closes automatically').fill('2099-07-01T10:00');
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByRole('heading', { name: 'Where shall the crane stand?' }).waitFor();
      expect(await page.getByRole('radio').evaluateAll((radios) => radios.map((radio) => radio.parentElement!.textContent))).toEqual([
        'North quay',
        'South quay',
      ]);
      const { json } = await kit.call('GET', `/groups/${kit.workspace}/polls`);
      // Summer time in Berlin, the time zone of the page's context.
      expect((json as { polls: { closesAt: string }[] }).polls[0]!.closesAt).toBe('2099-07-01T08:00:00.000Z');
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('counts two people who answer at once, shows each the other, and takes a changed answer', async () => {
      const poll = await makePoll({ question: 'Tea or coffee?', options: [{ text: 'Tea' }, { text: 'Coffee' }] });
      const [one, two] = await Promise.all([
        kit.open({ role: 'editor', at: `page=Polls&poll=${poll.id}` }),
        kit.open({ role: 'viewer', at: `page=Polls&poll=${poll.id}` }),
      ]);
      await one.page.getByText('You see the results after you answer.').waitFor();
      await one.page.getByLabel('Tea').check();
      await two.page.getByLabel('Coffee').check();
      await Promise.all([one, two].map(({ page }) => page.getByRole('button', { name: 'Answer', exact: true }).click()));
      await Promise.all([one, two].map(({ page }) => page.getByText('2 people have answered.').waitFor({ timeout: 20_000 })));
      await two.page.getByRole('button', { name: 'Code', exact: true }).click();
      expect(await codesIn(await two.page.getByRole('img', { name: 'Code of the poll “Tea or coffee?”' }).screenshot())).toEqual([
        `${kit.url}/app/#ws=The%20boardroom&page=Polls&poll=${poll.id}`,
      ]);
      await two.page.keyboard.press('Escape');
      await two.page.getByLabel('Tea').check();
      await two.page.getByRole('button', { name: 'Change answer' }).click();
      await one.page.getByText('As a table').click();
      await expect.poll(() => one.page.getByRole('row', { name: /Tea/ }).first().textContent(), { timeout: 20_000 }).toBe('Tea2100%');
      await one.page.getByText('Who chose what').click();
      await one.page.getByRole('cell', { name: /Viewer/ }).waitFor();
      expect(await two.page.getByText('Who chose what').count()).toBe(0);
      for (const name of ['Edit', 'Close poll', 'Delete'])
        expect(await two.page.getByRole('button', { name, exact: true }).count()).toBe(0);
      await one.page.getByRole('button', { name: 'Close poll' }).click();
      await one.page.getByRole('dialog').getByRole('button', { name: 'Close poll' }).click();
      await Promise.all([one, two].map(({ page }) => page.getByText('no longer accepts answers').waitFor({ timeout: 20_000 })));
      await Promise.all([one, two].map(({ page }) => page.context().close()));
    });

    it('asks chosen people by name, whom editors see without addresses', async () => {
      await Promise.all((['admin', 'viewer'] as const).map((role) => kit.person(role)));
      const { page, faults } = await kit.open({ role: 'editor', at: 'page=Polls&make=1' });
      await page.getByLabel('Question').fill('Who brings the cake?');
      await page.getByLabel('Option 1', { exact: true }).fill('Me');
      await page.getByLabel('Option 2', { exact: true }).fill('You');
      await page.getByLabel('These people').check();
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByText('Choose who is asked.').waitFor();
      const people = page.getByRole('group', { name: 'These people' });
      await people.getByLabel('Viewer of boardroom').check();
      await page.getByText('1 person is asked.').waitFor();
      expect(await people.getByText('@').count()).toBe(0);
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByRole('heading', { name: 'Who brings the cake?' }).waitFor();
      await page.getByText('This poll is for other people').waitFor();
      const asked = await kit.open({ role: 'viewer', at: new URL(page.url()).hash.slice(1) });
      await asked.page.getByLabel('You').check();
      await asked.page.getByRole('button', { name: 'Answer', exact: true }).click();
      await asked.page.getByText('1 person has answered.').waitFor();
      await asked.context.close();
      await page.getByRole('button', { name: 'Edit' }).click();
      expect(await people.getByLabel('Viewer of boardroom').isChecked()).toBe(true);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('shows who is not asked, keeps typed text when somebody else changed the poll, and deletes', async () => {
      const poll = await makePoll({
        question: 'Only admins?',
        options: [{ text: 'Yes' }, { text: 'No' }],
        audience: { kind: 'roles', roles: ['admin'] },
        results: 'afterClose',
      });
      const { page } = await kit.open({ role: 'editor', at: `page=Polls&poll=${poll.id}` });
      await page.getByText('This poll is for other people').waitFor();
      await page.getByText('Results are shown after the poll closes.').waitFor();
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Question').fill('Mine');
      expect(
        (
          await kit.call('PUT', `/groups/${kit.workspace}/polls/${poll.id}`, {
            question: 'Theirs',
            options: poll.options,
            audience: { kind: 'roles', roles: ['admin'] },
          })
        ).status,
      ).toBe(200);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Someone else changed this poll.').waitFor();
      await page.getByText('Theirs', { exact: true }).waitFor();
      expect(await page.getByLabel('Question').inputValue()).toBe('Mine');
      await page.getByRole('button', { name: 'Overwrite with mine' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { name: 'Mine' }).waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('The poll was deleted.').waitFor();
      await page.goto(`${kit.url}/app/#page=Polls&poll=${poll.id}`);
      await page.getByText('This poll does not exist.').waitFor();
      await page.context().close();
    });

    it('creates a starter dashboard, whose tiles show existing data, and downloads one as CSV', async () => {
      const { page, faults } = await kit.open({
        drawsMaps: true,
        role: 'editor',
        at: 'page=Dashboards',
        context: { viewport: { width: 1280, height: 900 } },
      });
      await page.getByRole('button', { name: 'Create a starter dashboard' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      const figure = page.getByRole('group', { name: 'Updates', exact: true });
      await expect.poll(() => figure.locator('.dashboard-now').textContent(), { timeout: 30_000 }).toMatch(/\d/);
      await page.getByRole('group', { name: 'Offline' }).getByRole('link', { name: 'Old hand' }).waitFor();
      await page.locator('.dashboard-tile-chart canvas').waitFor();
      await page.locator('.dashboard-tile-map canvas').waitFor();
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Map as CSV' }).click()]);
      const text = await readFile((await file.path())!, 'utf8');
      expect(text.split('\r\n')[0]).toBe('\uFEFFId,Object,Type,Latitude,Longitude,Last report');
      expect(text).toContain('\r\ncrane-2,Crane 1,crane,53.41,-2.99,');
      await page.getByRole('combobox', { name: 'Type', exact: true }).fill('crane');
      await page.getByRole('combobox', { name: 'Type', exact: true }).blur();
      await expect.poll(() => new URL(page.url()).hash).toContain('type=crane');
      await page.getByText('All objects are online.').waitFor();
      await page.getByRole('button', { name: 'Full screen' }).click();
      await expect
        .poll(() =>
          page.locator('.dashboard:fullscreen').evaluate((board) => ({
            buttons: board.querySelectorAll('.dashboard-tools button').length,
            filters: getComputedStyle(board.querySelector('.dashboard-filters')!).display,
            span: board.querySelector<HTMLSelectElement>('.dashboard-filters select')!.value,
            scrolls: board.scrollHeight > board.clientHeight,
            unused: board.clientHeight - board.querySelector('.dashboard-tiles')!.getBoundingClientRect().bottom > 90,
          })),
        )
        .toEqual({ buttons: 1, filters: 'none', span: 'h24', scrolls: false, unused: false });
      await page.getByRole('button', { name: 'Exit full screen' }).click();
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('arranges by keyboard and by dragging, edits a tile, and shows both versions if somebody else saved first', async () => {
      const made = await kit.call('POST', `/groups/${kit.workspace}/dashboards`, {
        name: 'Morning round',
        tiles: [
          { id: 'a', kind: 'number', title: 'First', x: 0, y: 0, w: 4, h: 2, query: { report: 'tracking', measure: 'updates' } },
          { id: 'b', kind: 'table', title: 'Second', x: 4, y: 0, w: 4, h: 3, query: { report: 'tracking', by: 'type' } },
        ],
      });
      const { id } = made.json as { id: string };
      const path = `/groups/${kit.workspace}/dashboards/${id}`;
      const tiles = async (): Promise<Record<string, number[]>> =>
        Object.fromEntries(
          ((await kit.call('GET', path)).json as { tiles: { id: string; x: number; y: number; w: number; h: number }[] }).tiles.map(
            (tile) => [tile.id, [tile.x, tile.y, tile.w, tile.h]],
          ),
        );
      const { page } = await kit.open({
        role: 'editor',
        at: `page=Dashboards&dashboard=${id}`,
        context: { viewport: { width: 1280, height: 900 } },
      });
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByRole('button', { name: 'Move First', exact: true }).focus();
      await page.keyboard.press('ArrowRight');
      await page.getByText('First: column 2, row 1, 4 wide, 2 high').waitFor();
      await page.getByRole('button', { name: 'Resize Second' }).focus();
      await page.keyboard.press('ArrowRight');
      const handle = (await page.getByRole('button', { name: 'Move Second', exact: true }).boundingBox())!;
      const column = (await page.locator('.dashboard-tiles').boundingBox())!.width / 12;
      await page.mouse.move(handle.x + 10, handle.y + 10);
      await page.mouse.down();
      await page.mouse.move(handle.x + 10 + 3 * column, handle.y + 10, { steps: 5 });
      await page.mouse.up();
      await page.getByRole('button', { name: 'Edit First', exact: true }).click();
      await page.getByLabel('Measure').selectOption({ label: 'Distance' });
      await page.getByRole('dialog').getByLabel('Title').fill('Way');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('heading', { name: 'Way' }).waitFor();
      expect((await kit.call('PUT', path, { name: 'Evening', tiles: [] })).status).toBe(200);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Someone else saved this dashboard' });
      await dialog.getByText('Evening').waitFor();
      expect(await dialog.getByRole('region', { name: 'Yours' }).innerText()).toContain('Way');
      await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
      await page.getByText('The dashboard was saved.').waitFor();
      const placed = await tiles();
      expect(placed.b![0]).toBeGreaterThanOrEqual(6);
      expect(placed.b!.slice(2)).toEqual([5, 3]);
      await page.context().close();
      const viewer = await kit.open({ role: 'viewer', at: `page=Dashboards&dashboard=${id}` });
      await viewer.page.getByRole('heading', { name: 'Morning round' }).waitFor();
      for (const name of ['Edit', 'Make a copy', 'Delete'])
        expect(await viewer.page.getByRole('button', { name, exact: true }).count()).toBe(0);
      await viewer.page.getByRole('button', { name: 'All dashboards' }).click();
      await viewer.page.getByRole('link', { name: /Morning round/ }).waitFor();
      expect(await viewer.page.getByRole('button', { name: 'New dashboard' }).count()).toBe(0);
      await viewer.context.close();
    });

    const makeDashboard = (name: string, tiles: readonly NewTile[]): Promise<string> => dashboardOf(kit, name, tiles);

    it(
      'shows each kind of tile and saves it as CSV; filtered by type and area, copied, and opened by a link ' + 'that others were given',
      async () => {
        const made = await kit.call('POST', `/groups/${kit.workspace}/areas`, {
          name: 'South quay',
          geometry: { type: 'Circle', center: [-2.99, 53.41], radius: 2000 },
        });
        expect(made.status).toBe(201);
        const { areaId } = made.json as { areaId: string };
        const hour = (ms: number): string => new Date(Math.floor((Date.now() + ms) / 3_600_000) * 3_600_000).toISOString();
        const reported = async (more = ''): Promise<number> =>
          (
            (
              await kit.call(
                'GET',
                `/groups/${kit.workspace}/reports/tracking?from=${hour(-86_400_000)}&to=${hour(3_600_000)}&interval=all&by=type${more}`,
              )
            ).json as { rows: unknown[] }
          ).rows.length;
        await expect.poll(() => reported(), { timeout: 60_000, interval: 500 }).toBeGreaterThanOrEqual(2);
        // Now, reports from inside result in a visit of the area.
        await expect
          .poll(
            async () => {
              await kit.post([at('crane-2', 53.41, -2.99)]);
              return reported(`&by=area&area=${areaId}`);
            },
            { timeout: 60_000, interval: 1000 },
          )
          .toBe(1);
        const id = await makeDashboard('All kinds', [
          { kind: 'number', title: 'How many', query: { report: 'tracking', measure: 'updates' } },
          { kind: 'series', title: 'When', query: { report: 'tracking', measure: 'updates', by: 'type' } },
          { kind: 'bar', title: 'Of what', query: { report: 'tracking', measure: 'updates', by: 'type' } },
          { kind: 'table', title: 'All of it', query: { report: 'tracking', by: 'type' } },
          { kind: 'map', title: 'Where' },
          { kind: 'heatmap', title: 'How dense' },
          { kind: 'stale', title: 'Silent' },
        ]);
        const { page, context, faults } = await kit.open({
          drawsMaps: true,
          role: 'editor',
          at: `page=Dashboards&dashboard=${id}`,
          context: { viewport: { width: 1280, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] },
        });
        const table = tileOf(page, 'All of it');
        await table.getByRole('cell', { name: 'crane', exact: true }).waitFor();
        await table.getByRole('cell', { name: 'truck', exact: true }).waitFor();
        await tileOf(page, 'How dense').locator('canvas').waitFor();
        await tileOf(page, 'How dense').getByText('As a table').click();
        await tileOf(page, 'How dense').getByRole('row').nth(1).waitFor();
        await tileOf(page, 'Silent').getByText('1 object', { exact: true }).waitFor();
        await tileOf(page, 'Where').getByText('3 objects', { exact: true }).waitFor();
        const heads = {
          'How many': 'Time,Updates',
          When: /^Time,(crane|truck)/,
          'Of what': 'Type,Updates',
          'All of it': /^Type,Updates,New objects/,
          Where: 'Id,Object,Type,Latitude,Longitude,Last report',
          'How dense': 'Cell,Objects seen,Reports',
          Silent: 'Id,Object,Type,Last report',
        };
        for (const [title, head] of Object.entries(heads)) {
          const lines = await csvOf(page, title);
          expect(lines[0]).toMatch(head);
          expect(lines.length, title).toBeGreaterThan(1);
        }
        expect((await csvOf(page, 'Silent'))[1]).toMatch(/^old-2,Old hand,truck,\d{4}-/);
        // Suggested types come from all objects, not only from the first ones.
        await expect
          .poll(() =>
            page.locator('#dashboard-types option').evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value)),
          )
          .toEqual(['crane', 'truck']);
        await page.getByRole('group', { name: 'Filters' }).getByLabel('Area').selectOption({ label: 'South quay' });
        await table.getByRole('cell', { name: 'truck', exact: true }).waitFor({ state: 'detached' });
        await table.getByRole('cell', { name: 'crane', exact: true }).waitFor();
        await tileOf(page, 'Where').getByText('Not filtered by area.').waitFor();
        await page.getByRole('button', { name: 'Copy link' }).click();
        await page.getByText('Members of this workspace can open it.').waitFor();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        const colleague = await kit.open({ role: 'viewer', at: link.slice(link.indexOf('#') + 1) });
        await tileOf(colleague.page, 'All of it').getByRole('cell', { name: 'crane', exact: true }).waitFor();
        expect(await tileOf(colleague.page, 'All of it').getByRole('cell', { name: 'truck', exact: true }).count()).toBe(0);
        await colleague.context.close();
        const stranger = await kit.open({ signIn: false, at: link.slice(link.indexOf('#') + 1) });
        await stranger.page.getByLabel('E-mail address').waitFor();
        expect(await stranger.page.getByText('All kinds').count()).toBe(0);
        await stranger.context.close();
        await page.getByRole('button', { name: 'Make a copy' }).click();
        await page.getByRole('heading', { name: 'All kinds (copy)' }).waitFor();
        await tileOf(page, 'All of it').getByRole('cell', { name: 'crane', exact: true }).waitFor();
        expect(faults).toEqual([]);
        await context.close();
      },
    );

    it('reports a tile whose data cannot be read, tries again by itself, and keeps the data of the others', async () => {
      const id = await makeDashboard('Half away', [
        { kind: 'stale', title: 'Silent' },
        { kind: 'table', title: 'Moves', query: { report: 'tracking', by: 'type' } },
      ]);
      const { page, context } = await kit.open({ drawsMaps: true, role: 'viewer' });
      await page.route('**/reports/tracking?**', (route) => route.abort());
      await page.goto(`${kit.url}/app/#page=Dashboards&dashboard=${id}`);
      await tileOf(page, 'Silent').getByRole('link', { name: 'Old hand' }).waitFor();
      const alert = tileOf(page, 'Moves').getByRole('alert');
      await alert.getByText('This tile tries again automatically.').waitFor();
      let asked = 0;
      await page.route('**/reports/tracking?**', (route) => (asked++ < 1 ? route.abort() : route.fallback()));
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => asked).toBeGreaterThan(0);
      await alert.waitFor();
      await page.unroute('**/reports/tracking?**');
      // Nothing is pressed: the dashboard updates itself.
      await tileOf(page, 'Moves').getByRole('cell', { name: 'crane', exact: true }).waitFor({ timeout: 40_000 });
      await context.close();
    });

    it('keeps views of the map: saved, shared, opened, renamed, deleted', async () => {
      const { page } = await kit.open({ drawsMaps: true, role: 'editor', at: 'page=Map&at=53.43,-3,11' });
      await page.locator('canvas.maplibregl-canvas').waitFor();
      await page.locator('.views-menu > summary').click();
      await page.getByText('There are no saved views yet.').waitFor();
      await page.locator('.views-menu').getByRole('textbox', { name: /^Name/ }).fill('Quay');
      await page.getByLabel('For everyone in this workspace').check();
      await page.getByRole('button', { name: 'Save this view' }).click();
      await page.getByRole('button', { name: 'Rename Quay' }).click();
      await page.getByLabel('New name for Quay').fill('Quay at night');
      await page.locator('.views-menu').getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Quay at night', exact: true }).waitFor();
      const viewer = await kit.open({ drawsMaps: true, role: 'viewer', at: 'page=Map&at=10,10,3' });
      await viewer.page.locator('canvas.maplibregl-canvas').waitFor();
      await viewer.page.locator('.views-menu > summary').click();
      expect(await viewer.page.getByLabel('For everyone in this workspace').count()).toBe(0);
      await viewer.page.getByRole('button', { name: 'Quay at night', exact: true }).click();
      await expect.poll(() => new URL(viewer.page.url()).hash).toContain('at=53.43,-3,11');
      await viewer.page.getByText('3 objects in view').waitFor();
      await viewer.context.close();
      await page.getByRole('button', { name: 'Delete Quay at night' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('There are no saved views yet.').waitFor();
      await page.context().close();
    });

    it('shares an object with somebody without an account, live, until the link is revoked', async () => {
      const { page } = await kit.open({ role: 'editor', at: 'page=Map&id=crane-2' });
      await page.getByRole('complementary').getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('button', { name: 'Create link' }).click();
      const link = await page.getByRole('dialog').getByRole('textbox', { name: /^Link/ }).inputValue();
      await page.getByRole('img', { name: 'QR code of the link Crane 1' }).waitFor();
      const guest = await kit.open({ signIn: false, at: link.slice(link.indexOf('#') + 1) });
      await guest.page.getByText(/Shared view, until/).waitFor();
      await guest.page.getByRole('complementary').getByRole('heading', { name: 'Crane 1' }).waitFor();
      await guest.page.getByText('1 object in view').waitFor();
      expect(await guest.page.getByRole('navigation').count()).toBe(0);
      for (const name of ['Share', 'Share this view', 'Past', 'Edit'])
        expect(await guest.page.getByRole('button', { name, exact: true }).count()).toBe(0);
      expect(await accessibilityFaults(guest.page)).toEqual([]);
      await kit.post([{ externalId: 'crane-2', locationUpdate: { newPosition: { lat: 53.42, lon: -2.97 } } }]);
      await guest.page.getByText('53.42000, -2.97000').waitFor({ timeout: 20_000 });
      await page.getByText('Links of this workspace').click();
      await page.getByRole('button', { name: 'Revoke Crane 1' }).click();
      await page.getByText('revoked').waitFor();
      await guest.page.getByText('This link is no longer valid').waitFor({ timeout: 30_000 });
      await guest.page.getByText('It was revoked.').waitFor();
      await page.getByRole('button', { name: 'Renew Crane 1' }).click();
      const renewed = page.getByRole('dialog').getByRole('textbox', { name: /^Link/ });
      await expect.poll(() => renewed.inputValue()).not.toBe(link);
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke Crane 1' }).waitFor();
      const again = await renewed.inputValue();
      const next = await kit.open({ signIn: false, at: again.slice(again.indexOf('#') + 1) });
      await next.page.getByRole('complementary').getByRole('heading', { name: 'Crane 1' }).waitFor();
      await next.context.close();
      await guest.page.reload();
      await guest.page.getByText('It has expired, was revoked, or is incomplete.').waitFor();
      const { json } = await kit.call('POST', `/groups/${kit.workspace}/shareLinks`, { name: 'x', shows: { ids: ['crane-2'] } });
      const before = await kit.open({ signIn: false, at: `page=Map&id=crane-2&share=${(json as { token: string }).token}` });
      await before.page.getByRole('complementary').getByRole('heading', { name: 'Crane 1' }).waitFor();
      await before.context.close();
      expect(guest.faults.filter((fault) => !/401|404/.test(fault))).toEqual([]);
      await guest.context.close();
      await page.context().close();
    });

    it('shares a view of chosen types, and shows it in a frame without anything around it', async () => {
      const { page } = await kit.open({ drawsMaps: true, role: 'editor', at: 'page=Map&at=53.43,-3,11' });
      await page.getByText('3 objects in view').waitFor();
      await page.getByRole('button', { name: 'Share this view' }).click();
      await page.getByRole('dialog').getByLabel('truck').check();
      await page.getByLabel('Valid for').selectOption({ label: '1 hour' });
      await page.getByRole('button', { name: 'Create link' }).click();
      const link = await page.getByRole('dialog').getByRole('textbox', { name: /^Link/ }).inputValue();
      expect(link).toMatch(/\/#s=[\w-]{22}$/);
      expect(await codesIn(await page.getByRole('img', { name: /^QR code/ }).screenshot())).toEqual([link]);
      const fragment = link.slice(link.indexOf('#') + 1);
      const { shareLinks } = (await kit.call('GET', `/groups/${kit.workspace}/shareLinks`)).json as {
        shareLinks: { createdAt: string; expiresAt: string; shows: object }[];
      };
      expect(shareLinks[0]!.shows).toMatchObject({ types: ['truck'] });
      expect(Date.parse(shareLinks[0]!.expiresAt) - Date.parse(shareLinks[0]!.createdAt)).toBeLessThanOrEqual(3_601_000);
      const guest = await kit.open({ signIn: false, at: fragment });
      await guest.page.getByText('2 objects in view').waitFor();
      expect(await guest.page.getByRole('button', { name: /Crane/ }).count()).toBe(0);
      expect(await unfilled(guest.page, [390, 820, 1280, 1920])).toEqual([]);
      await guest.context.close();
      const framed = await kit.open({ drawsMaps: true, signIn: false, at: `embed=1&${fragment}` });
      await framed.page.getByRole('link', { name: 'Open in Waymark' }).waitFor();
      await framed.page.locator('canvas.maplibregl-canvas').waitFor();
      expect(await framed.page.getByRole('searchbox').isVisible()).toBe(false);
      expect(await unfilled(framed.page, [390, 820, 1440])).toEqual([]);
      await framed.context.close();
      const broken = await kit.open({ signIn: false, at: 'share=eyJhbG' });
      await broken.page.getByText('part of it is missing').waitFor();
      await broken.context.close();
      await page.context().close();
    });

    it(
      "draws what is too much to read from the server's tiles, and says " + 'how many there are, and of how many nothing is heard',
      async () => {
        const longAgo = new Date(Date.now() - 3 * 86_400_000).toISOString();
        const buoys = Array.from({ length: 1200 }, (_, n) =>
          at(`buoy-${String(n).padStart(4, '0')}`, -30 - n / 1000, 20 + n / 1000, {
            title: `Buoy ${n}`,
            type: 'buoy',
            observedAt: longAgo,
          }),
        );
        await kit.post(buoys.slice(0, 600));
        await kit.post(buoys.slice(600));
        const id = await makeDashboard('Out at sea', [
          { kind: 'map', title: 'Buoys', query: { type: 'buoy' } },
          { kind: 'stale', title: 'Lost', query: { type: 'buoy', hours: 48 } },
        ]);
        const { page, context, faults } = await kit.open({ drawsMaps: true, role: 'viewer' });
        const tile = page.waitForResponse(
          (response) => /\/tiles\/\d+\/\d+\/\d+\.mvt\?type=buoy/.test(response.url()) && response.status() === 200,
        );
        await page.goto(`${kit.url}/app/#page=Dashboards&dashboard=${id}`);
        await tileOf(page, 'Buoys').getByText('1,200 objects', { exact: true }).waitFor();
        await tileOf(page, 'Buoys').getByText('The map shows all of them, the table the 1,000 that reported last.').waitFor();
        await tileOf(page, 'Buoys').locator('canvas').waitFor();
        await tile;
        await tileOf(page, 'Lost').getByText('1,200 objects', { exact: true }).waitFor();
        await tileOf(page, 'Lost').getByText('The table shows the 500 that have been offline longest.').waitFor();
        expect(await csvOf(page, 'Lost')).toHaveLength(1001);
        expect(faults).toEqual([]);
        await context.close();
      },
    );

    it.each(['light', 'dark'] as const)('has nothing that axe finds, %s', async (colorScheme) => {
      const poll = await makePoll({ question: `Is it ${colorScheme}?`, options: [{ text: 'Yes' }, { text: 'No' }], results: 'always' });
      const { json } = await kit.call('GET', `/groups/${kit.workspace}/dashboards`);
      const board = (json as { dashboards: { id: string; name: string }[] }).dashboards.find(({ name }) => name === 'Overview')!.id;
      const { page } = await kit.open({ role: 'admin', at: 'page=Polls', context: { colorScheme, viewport: { width: 360, height: 740 } } });
      const found: Record<string, string[]> = {};
      for (const fragment of [
        'page=Polls',
        'page=Polls&make=1',
        `page=Polls&poll=${poll.id}`,
        'page=Dashboards',
        `page=Dashboards&dashboard=${board}`,
      ]) {
        await page.goto(`${kit.url}/app/#${fragment}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForTimeout(fragment.includes('dashboard=') ? 3000 : 700);
        found[fragment] = await accessibilityFaults(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        // Cut-off content scrolls within the page, not the page itself.
        expect(
          await page.evaluate(() =>
            [...document.querySelectorAll('.page-body, .page-body > *, .dashboard-tile')]
              .filter((part) => part.getBoundingClientRect().right > innerWidth)
              .map((part) => part.className),
          ),
          fragment,
        ).toEqual([]);
      }
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
      found.editing = await accessibilityFaults(page);
      expect(Object.entries(found).filter(([, faults]) => faults.length > 0)).toEqual([]);
      await page.context().close();
    });
  },
);
