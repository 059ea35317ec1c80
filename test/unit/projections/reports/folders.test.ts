import { expect, test } from 'vitest';
import { withNestedFolders } from '../../../../src/projections/reports/nested-folders.ts';
import { placeFolders } from '../../../../src/projections/reports/products/folder-tree.ts';

const folder = (menu_folder_id: number, parent_id: number | null, order_number = 1, is_active = true) => ({
  menu_folder_id,
  parent_id,
  name: `F${menu_folder_id}`,
  order_number,
  is_active,
});

test('folders are placed depth first, by number and id', () => {
  const placed = placeFolders([
    folder(5, 2, 1, false),
    folder(6, 5),
    folder(1, null, 2),
    folder(4, 2, 1),
    folder(3, null, 2),
    folder(2, null, 1),
  ]);
  expect(placed.map(({ menu_folder_id: id, path, level, isOpen }) => [id, path, level, isOpen])).toEqual([
    [2, 'F2', 1, true],
    [4, 'F2 / F4', 2, true],
    [5, 'F2 / F5', 2, false],
    [6, 'F2 / F5 / F6', 3, false],
    [1, 'F1', 1, true],
    [3, 'F3', 1, true],
  ]);
});

test('a thousand folders inside of each other are placed', () => {
  const chain = Array.from({ length: 1_000 }, (_, index) => folder(index + 1, index || null));
  expect(placeFolders(chain).at(-1)).toMatchObject({ menu_folder_id: 1_000, level: 1_000 });
});

test('folders that are nested so deep that their paths would fill the memory are refused', () => {
  const chain = Array.from({ length: 10_000 }, (_, index) => folder(index + 1, index || null));
  expect(() => placeFolders(chain)).toThrow(expect.objectContaining({ code: 'report_too_large' }));
});

test('folders are found with all inside of them', () => {
  const folders = [
    { id: 1, parent_id: null },
    { id: 3, parent_id: 2 },
    { id: 2, parent_id: 1 },
    { id: 4, parent_id: null },
  ];
  expect([...withNestedFolders(folders, [1])]).toEqual([1, 2, 3]);
  expect([...withNestedFolders(folders, [4, 2])]).toEqual([4, 2, 3]);
  expect([...withNestedFolders(folders, [])]).toEqual([]);
});
