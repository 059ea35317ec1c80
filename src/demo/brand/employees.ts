import type { PointKey } from './points.ts';

const ROLES = {
  director: { role: 'director', role_name: 'Директор', position_id: 1, position_name: 'Директор сети' },
  manager: { role: 'manager', role_name: 'Менеджер', position_id: 2, position_name: 'Администратор зала' },
  cashier: { role: 'cashier', role_name: 'Кассир', position_id: 3, position_name: 'Кассир' },
  waiter: { role: 'waiter', role_name: 'Официант', position_id: 4, position_name: 'Официант' },
  courier: { role: 'courier', role_name: 'Курьер', position_id: 5, position_name: 'Курьер' },
  oshpaz: { role: 'cook', role_name: 'Повар', position_id: 6, position_name: 'Ошпаз' },
  grill: { role: 'cook', role_name: 'Повар', position_id: 7, position_name: 'Шашлычник' },
  baker: { role: 'cook', role_name: 'Повар', position_id: 8, position_name: 'Пекарь' },
} as const;

export interface DemoEmployee {
  readonly login: string;
  readonly name: string;
  readonly position: keyof typeof ROLES;
  /** Null: at no point in particular. */
  readonly point: PointKey | null;
}

export const EMPLOYEES: readonly DemoEmployee[] = [
  { login: 'rustam', name: 'Рустам Абдуллаев', position: 'director', point: null },
  { login: 'nilufar', name: 'Нилуфар Каримова', position: 'manager', point: 'amir_temur' },
  { login: 'madina', name: 'Мадина Юсупова', position: 'cashier', point: 'amir_temur' },
  { login: 'aziz', name: 'Азиз Рахимов', position: 'cashier', point: 'amir_temur' },
  { login: 'sardor', name: 'Сардор Тошматов', position: 'waiter', point: 'amir_temur' },
  { login: 'gulnora', name: 'Гульнора Исмаилова', position: 'waiter', point: 'amir_temur' },
  { login: 'jasur', name: 'Жасур Норматов', position: 'waiter', point: 'amir_temur' },
  { login: 'bekzod', name: 'Бекзод Холматов', position: 'courier', point: 'amir_temur' },
  { login: 'otabek', name: 'Отабек Мирзаев', position: 'courier', point: 'amir_temur' },
  { login: 'karim', name: 'Карим-ака Султанов', position: 'oshpaz', point: 'amir_temur' },
  { login: 'davron', name: 'Даврон Эргашев', position: 'grill', point: 'amir_temur' },
  { login: 'zulfiya', name: 'Зульфия Хамидова', position: 'baker', point: 'amir_temur' },
  { login: 'timur', name: 'Тимур Ахмедов', position: 'manager', point: 'chilonzor' },
  { login: 'dilnoza', name: 'Дильноза Саидова', position: 'cashier', point: 'chilonzor' },
  { login: 'shahzod', name: 'Шахзод Усманов', position: 'waiter', point: 'chilonzor' },
  { login: 'kamola', name: 'Камола Турсунова', position: 'waiter', point: 'chilonzor' },
  { login: 'ulugbek', name: 'Улугбек Назаров', position: 'courier', point: 'chilonzor' },
  { login: 'farhod', name: 'Фарход Юлдашев', position: 'oshpaz', point: 'chilonzor' },
  { login: 'ravshan', name: 'Равшан Кадыров', position: 'grill', point: 'chilonzor' },
];

/** Fields of HireEmployee, without the point's id. */
export const employeeFields = ({ login, name, position }: DemoEmployee) => ({ login, name, ...ROLES[position] });
