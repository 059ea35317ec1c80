-- The data of an event, unpacked: as src/event-store/packing/packed-json.ts does it, for people who look at the log. Marks stand
-- for keys, UUIDs and instants; packed-json.ts says which. jsonb can hold neither a zero character nor half of a surrogate pair:
-- each is shown as \ufffd.
create or replace function log.unpack(packed text) returns jsonb
language sql immutable strict parallel safe
as $$
  with known as (
    -- Packing reads the list here (packed-keys.ts). The first ones are the most frequent in the log. New ones go to the end.
    select regexp_split_to_array(btrim('
  cost category_id product_id price quantity name discount amount total product_name parent_line_id net_amount
  modifiers brand_id point_id timezone total_amount external_id lines shift_id table_id order_type_id source_id
  order_type_sub_id cheque_number personal line_id order_id client_id reservation_id service_amount payment_type_id
  placed_business_date delivery_amount payment_category_id payment_type_name items_amount waiter_id line_comments
  organization_id ticket_number business_date courier_id status goods_amount phone cashier_id guests line_ids
  placed_at hold_id opened_at closed_at hold_ids tendered payments persons loyalty needs_confirmation deposit key_id
  comment payment_due_at auto_confirm scheduled_at status_changed_at release_at duration_minutes start_time delivery
  cancel_reason starts_at address cancelled_by end_time source hall_name no_show_at created_at updated_at ends_at
  min_order_amount hall_id type seated_at date table amounts provider_payment_id longitude zone_name apartment
  latitude entrance intercom employee_id zone_id minutes id street floor check_in auto_closed_shift_id event_id
  order_number mark time description min_amount max_amount check_out cancel_cause_name menu_folder_id modifier_groups
  cancel_cause_id before size_parent_id carbohydrates image is_divisible fiscal_code is_active base_price deleted_by
  calories proteins barcode weight unit document_number required plu fat items returned_quantity min max
  refunded_amount capacity cashier_login position_name shift_number cashier_name opening_cash counted_cash
  automatic_note returned_at debt_amount position_id parent_id return_id role_name ordinal login is_open is_default
  role note window close point_ids open reason day is_comment_required default_order_type_sub_ids payment_purpose_id
  unassigned_auto_confirm_guests_per_hour operator_confirmation requests_per_minute result default_duration_minutes
  is_payout region_id no_show_after_minutes showcase_ids min_duration_minutes max_duration_minutes priority
  business_day_cutoff preparation_minutes permissions district_id polygon expires_at delivery_distance
  reservation_rules slot_step_minutes account_id issued_at audience key_hash max_days_ahead working_hours short_name
  code entries currency_exponent prices costs country_code product_ids categories currency language products menu_id
  days from to accepted_at account_name address_id balance events given_up holds removed secret_id url version
  was_printed movement_id moved_at register direction operation party movement_ids cancelled_at counted counted_at
  account_source expected_amount revenue_id difference_id non_cash left_cash is_internal subject sealed
    ', E' \n'), '\s+') as keys
  ), mark as (
    select place, text, ascii(text) as lead, ascii(substr(text, 2)) as second
    from regexp_matches(
      packed, '\u0001 .{22}|\u0002 .{7}|[\u0001-\u0006].|[\u0007-\u0009\u000b-\u001f]|[^\u0001-\u0009\u000b-\u001f]+', 'g'
    ) with ordinality as found (texts, place)
    cross join lateral (select texts[1] as text) as it
  ), unpacked as (
    select place, case
      when lead not between 1 and 31 or lead = 10 then text
      -- A key after a comma: the line feed is no mark.
      when lead >= 7 then format(',"%s":', keys[case when lead < 10 then lead - 6 else lead - 7 end])
      when lead = 1 and second = 32 then format('"%s"', encode(decode(translate(substr(text, 3), '-_', '+/') || '==', 'base64'), 'hex')::uuid)
      when lead = 2 and second = 32 then log.unpack_instant(substr(text, 3))
      -- A key after a comma, and null.
      when second < 32 then format(',"%s":null', keys[(lead - 1) * 30 + case when second < 10 then second else second - 1 end])
      when lead <= 3 then format(',"%s":', keys[(lead - 1) * 94 + second - 32])
      else format('{"%s":', keys[(lead - 4) * 94 + second - 32])
    end as text
    from mark cross join known
  )
  select regexp_replace(
    string_agg(text, '' order by place), '(?<!\\)((\\\\)*)\\u(0000|d[89a-f][0-9a-f]{2})', '\1\\ufffd', 'g'
  )::jsonb
  from unpacked
$$;
